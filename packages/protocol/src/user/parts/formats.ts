import * as z from 'zod/mini'

/** An integer of 1 or more: verse numbers, chapter numbers, seconds, pages. */
export const positive = /* @__PURE__ */ z.int().check(z.gte(1))

/** An instant in ISO 8601: `2026-08-01T10:11:12.345Z`, `2026-08-01T13:11:12+03:00`. Kept as text. */
export const dateTime = /* @__PURE__ */ z.iso.datetime({ offset: true, local: true })

/** A day: `2026-08-01`. Kept as text. */
export const day = /* @__PURE__ */ z.iso.date()

/** `chapter:verse`, such as `26:153`. */
export const verseKey = /* @__PURE__ */ z.string().check(z.regex(/^[1-9][0-9]{0,2}:[1-9][0-9]{0,2}$/))

/** Whether a share is between nothing and everything. */
export const share = /* @__PURE__ */ z.number().check(z.gte(0), z.lte(1))

/**
 * How long a text is as the service counts: in characters, of which an emoji is one, and not in the UTF-16 units of JavaScript's
 * `length`, of which it is two. A text of more than `most` characters is not counted on.
 */
export function textLength(text: string, most: number = Infinity): number {
  let count = 0
  for (const _ of text) if (++count > most) break
  return count
}

/** Text of at least and, where that is said, at most so many characters. */
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
