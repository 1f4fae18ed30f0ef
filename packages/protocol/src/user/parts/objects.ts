import * as z from 'zod/mini'
import { nullish } from '../../json.ts'

/**
 * How the shapes of user data treat fields and words that are not documented. The service adds both, so responses are read
 * leniently and requests are written strictly:
 *
 * - a response is a `z.looseObject`: fields that the service adds are kept;
 * - a word of a response is an `openWord` or an `openNumber`: words and numbers that the service adds pass;
 * - a body is a `z.strictObject` if the documentation forbids other fields, else a `body`;
 * - queries are a `query`.
 */

type Fields = z.core.$ZodLooseShape
type Closed<Shape extends Fields> = z.ZodMiniObject<z.core.util.Writeable<Shape>, z.core.$strip>
type Strict<Shape extends Fields> = z.ZodMiniObject<z.core.util.Writeable<Shape>, z.core.$strict>

/**
 * A request body. At run time an undocumented field passes, because it is not forbidden. The compiler refuses it, because it is
 * usually a mistake.
 */
/* @__NO_SIDE_EFFECTS__ */
export function body<Shape extends Fields>(fields: Shape) {
  return z.looseObject(fields) as unknown as Closed<Shape>
}

/** The query parameters of an address. An undocumented name would have no effect, and is refused. */
/* @__NO_SIDE_EFFECTS__ */
export function query<Shape extends Fields>(parameters: Shape): Strict<Shape> {
  return z.strictObject(parameters) as unknown as Strict<Shape>
}

/**
 * Notes the documented default of an absent field, for readers and for JSON Schema. It is not filled in: a request contains
 * only what its author wrote. In responses, `z._default` fills in defaults.
 */
/* @__NO_SIDE_EFFECTS__ */
export function documentedDefault<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): Schema {
  return schema.check(z.meta({ default: value }))
}

/** A word of a response: one of these, or a word that the service added later. */
/* @__NO_SIDE_EFFECTS__ */
export function openWord<const Word extends string>(words: readonly Word[]) {
  return z.string().check(z.meta({ examples: [...words] })) as unknown as z.ZodMiniType<
    OpenWord<Word>,
    OpenWord<Word>
  >
}

/** The known words, and any other; editors suggest the known ones. */
export type OpenWord<Word extends string> = Word | (string & Record<never, never>)

/** A number of a response that stands for something: one of these, or a number that the service added later. */
/* @__NO_SIDE_EFFECTS__ */
export function openNumber(numbers: readonly number[]) {
  return z.number().check(z.meta({ examples: [...numbers] }))
}

/** A field of another alternative, which must be absent in this one. */
export const absent = /* @__PURE__ */ z.optional(z.never())

/** An object whose fields are not documented. */
export const anyObject = z.looseObject({})

export const optionalText = /* @__PURE__ */ z.optional(z.string())
export const optionalNumber = /* @__PURE__ */ z.optional(z.number())
export const optionalFlag = /* @__PURE__ */ z.optional(z.boolean())
export const optionalNullableText = /* @__PURE__ */ nullish(z.string())

/** A field of a response that is false if absent. */
export const falseByDefault = /* @__PURE__ */ z._default(z.boolean(), false)
/** A field of a response that is 0 if absent. */
export const zeroByDefault = /* @__PURE__ */ z._default(z.number(), 0)
