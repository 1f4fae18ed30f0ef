import * as z from 'zod/mini'
import { nullish } from '../../json.ts'

/**
 * How the shapes of user data treat what the document does not name. The service adds fields and words, so answers are
 * read leniently and requests are written strictly:
 *
 * - an answer is a `z.looseObject`: fields which the service adds are kept;
 * - a word of an answer is an `openWord` or an `openNumber`: words and numbers which the service adds pass;
 * - a body is a `z.strictObject` where the document forbids other fields, else a `body`;
 * - queries are a `query`.
 */

type Fields = z.core.$ZodLooseShape
type Closed<Shape extends Fields> = z.ZodMiniObject<z.core.util.Writeable<Shape>, z.core.$strip>
type Strict<Shape extends Fields> = z.ZodMiniObject<z.core.util.Writeable<Shape>, z.core.$strict>

/**
 * A body that is sent. At run time a field that the document does not name passes, since it is not forbidden; for the
 * compiler it is a mistake, since it most often is one.
 */
/* @__NO_SIDE_EFFECTS__ */
export function body<Shape extends Fields>(fields: Shape) {
  return z.looseObject(fields) as unknown as Closed<Shape>
}

/** The parameters of an address. A name that is not documented would be sent for nothing, and is refused. */
/* @__NO_SIDE_EFFECTS__ */
export function query<Shape extends Fields>(parameters: Shape): Strict<Shape> {
  return z.strictObject(parameters) as unknown as Strict<Shape>
}

/**
 * Notes the documented default of an absent field, for readers and for JSON Schema. It is not filled in: a request says what
 * its author wrote. Answers are filled in by `z._default`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function documentedDefault<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): Schema {
  return schema.check(z.meta({ default: value }))
}

/** A word of an answer: one of these, or a word that the service has added since. */
/* @__NO_SIDE_EFFECTS__ */
export function openWord<const Word extends string>(words: readonly Word[]) {
  return z.string().check(z.meta({ examples: [...words] })) as unknown as z.ZodMiniType<
    OpenWord<Word>,
    OpenWord<Word>
  >
}

/** Words that are known, and any other: an editor offers the known ones. */
export type OpenWord<Word extends string> = Word | (string & Record<never, never>)

/** A number of an answer that stands for something: one of these, or a number that the service has added since. */
/* @__NO_SIDE_EFFECTS__ */
export function openNumber(numbers: readonly number[]) {
  return z.number().check(z.meta({ examples: [...numbers] }))
}

/** A field of one alternative that has no place in this one. */
export const absent = /* @__PURE__ */ z.optional(z.never())

/** An object about whose fields nothing is documented. */
export const anyObject = z.looseObject({})

export const optionalText = /* @__PURE__ */ z.optional(z.string())
export const optionalNumber = /* @__PURE__ */ z.optional(z.number())
export const optionalFlag = /* @__PURE__ */ z.optional(z.boolean())
export const optionalNullableText = /* @__PURE__ */ nullish(z.string())

/** A field of an answer that is false where it is absent. */
export const falseByDefault = /* @__PURE__ */ z._default(z.boolean(), false)
/** A field of an answer that is 0 where it is absent. */
export const zeroByDefault = /* @__PURE__ */ z._default(z.number(), 0)
