import * as z from 'zod/mini'
import * as user from './index.ts'

/**
 * The shapes of the user half as JSON Schema (draft 2020-12), for programs in other languages. An entry point of its own,
 * because the code that writes them is larger than the schemas.
 */

type Schemas = { readonly [Name in keyof typeof user]: (typeof user)[Name] }

/** The name of a shape of the user half: `Bookmark`, `CreatePostBodyDto`. */
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

/** Every schema of the user half by its name. */
export const userSchemas = /* @__PURE__ */ Object.fromEntries(
  Object.entries(user).filter(([, value]) => schemaOf(value)),
) as { readonly [Name in UserShapeName]: Schemas[Name] }

/** Parts that no schema can describe, such as a field of an undocumented form, are left open. */
const options = { io: 'input', unrepresentable: 'any' } as const

/** The shapes stand in one document here, so none needs an address of its own. */
function withoutIds(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$id' && key !== '$schema'))
}

/**
 * Describes what goes over the wire: defaults are noted, not filled in. Lengths of text are counted in characters, as
 * the schemas do.
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

/** One shape with all it needs. */
export function userJsonSchema(name: UserShapeName): JsonSchema {
  return z.toJSONSchema(userSchemas[name], options) as JsonSchema
}
