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

/** Text of at least and at most so many characters, counted as JavaScript does. */
/* @__NO_SIDE_EFFECTS__ */
export function textOf(least: number, most: number) {
  return z.string().check(z.minLength(least), z.maxLength(most))
}
