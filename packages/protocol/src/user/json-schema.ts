import * as z from 'zod/mini'
import * as user from './index.ts'

/**
 * The shapes of user data as JSON Schema (draft 2020-12), for programs in other languages. A separate entry point, because the
 * code that generates them is larger than the schemas.
 */

type Schemas = { readonly [Name in keyof typeof user]: (typeof user)[Name] }

/** The name of a shape of user data: `Bookmark`, `CreatePostBodyDto`. */
export type UserShapeName = {
  [Name in keyof Schemas]: Schemas[Name] extends z.core.$ZodType ? Name : never
}[keyof Schemas]

/** A JSON Schema. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** All shapes, each under its name; they refer to each other. */
export interface UserJsonSchemas {
  readonly $schema: 'https://json-schema.org/draft/2020-12/schema'
  readonly $defs: Readonly<Record<UserShapeName, JsonSchema>>
}

const schemaOf = (value: unknown) => (value instanceof z.core.$ZodType ? value : undefined)

/** Every schema of user data by its name. */
export const userSchemas = /* @__PURE__ */ Object.fromEntries(
  Object.entries(user).filter(([, value]) => schemaOf(value)),
) as { readonly [Name in UserShapeName]: Schemas[Name] }

/** Parts that no schema can describe, such as a field of an undocumented form, are left open. */
const options = { io: 'input', unrepresentable: 'any' } as const

/** All shapes are in one document here, so none needs its own address. */
function withoutIds(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$id' && key !== '$schema'))
}

/**
 * Returns all shapes as they are transferred: defaults are noted, not filled in. Lengths of text are counted in characters, as
 * in the schemas.
 */
export function userJsonSchemas(): UserJsonSchemas {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(userSchemas)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { ...options, uri: (id) => `#/$defs/${id}` })
  const $defs = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withoutIds(schema)]),
  )
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs } as UserJsonSchemas
}

/** Returns one shape together with everything that it needs. */
export function userJsonSchema(name: UserShapeName): JsonSchema {
  return z.toJSONSchema(userSchemas[name], options) as JsonSchema
}
