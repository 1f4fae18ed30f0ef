import * as z from 'zod/mini'

/** An integer of 1 or more: verse numbers, chapter numbers, seconds, pages. */
export const positive = /* @__PURE__ */ z.int().check(z.gte(1))

/** An instant in ISO 8601: `2026-08-01T10:11:12.345Z`, `2026-08-01T13:11:12+03:00`. Kept as text. */
export const dateTime = /* @__PURE__ */ z.iso.datetime({ offset: true, local: true })

/** A day: `2026-08-01`. Kept as text. */
export const day = /* @__PURE__ */ z.iso.date()

/** `chapter:verse`, such as `26:153`. */
export const verseKey = /* @__PURE__ */ z.string().check(z.regex(/^[1-9][0-9]{0,2}:[1-9][0-9]{0,2}$/))

/** A share, from 0 (nothing) to 1 (everything). */
export const share = /* @__PURE__ */ z.number().check(z.gte(0), z.lte(1))

/**
 * Returns the length of a text as the service counts it: in characters, not in the UTF-16 units of JavaScript's `length`. An
 * emoji is one character and two units. Counting stops as soon as it exceeds `most`.
 */
export function textLength(text: string, most: number = Infinity): number {
  let count = 0
  for (const _ of text) if (++count > most) break
  return count
}

/** Text of at least `least` characters and, if `most` is given, at most that many. */
/* @__NO_SIDE_EFFECTS__ */
export function textOf(least: number, most?: number) {
  const fits = (text: string) => {
    const length = textLength(text, most ?? least)
    return length >= least && length <= (most ?? length)
  }
  const error = `Expected ${least} ${most === undefined ? 'or more' : `to ${most}`} characters`
  const bounds = { ...(least > 0 && { minLength: least }), ...(most !== undefined && { maxLength: most }) }
  return z.string().check(z.refine(fits, { error }), z.meta(bounds))
}
