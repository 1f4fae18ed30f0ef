import * as z from 'zod/mini'

/** `chapter:verse-chapter:verse`, such as `2:255-2:257`. */
export const verseRangePattern = /^[1-9][0-9]{0,2}:[1-9][0-9]{0,2}-[1-9][0-9]{0,2}:[1-9][0-9]{0,2}$/
const oneRange = /* @__PURE__ */ verseRangePattern.source.slice(1, -1)

/** `chapter:verse-chapter:verse`. Whether the end may be before the start is not documented, and not checked. */
export const VerseRange = /* @__PURE__ */ z.string().check(z.regex(verseRangePattern))
export type VerseRange = z.infer<typeof VerseRange>

/** One range or several, joined by commas: `1:1-1:7,2:1-2:5`. */
export const VerseRanges = /* @__PURE__ */ z
  .string()
  .check(z.regex(new RegExp(`^${oneRange}(?:,${oneRange})*$`)))
export type VerseRanges = z.infer<typeof VerseRanges>

/** A verse by its numbers, both from 1. */
export interface VersePlace {
  readonly chapter: number
  readonly verse: number
}

/** Returns the start and end of a range; undefined if the text is not a range. */
export function parseVerseRange(text: string): { from: VersePlace; to: VersePlace } | undefined {
  if (!verseRangePattern.test(text)) return undefined
  const [chapter, verse, toChapter, toVerse] = text.split(/[:-]/).map(Number) as [
    number,
    number,
    number,
    number,
  ]
  return { from: { chapter, verse }, to: { chapter: toChapter, verse: toVerse } }
}

/** Formats a range. A single verse is a range from itself to itself. */
export function formatVerseRange(from: VersePlace, to: VersePlace = from): VerseRange {
  return `${from.chapter}:${from.verse}-${to.chapter}:${to.verse}`
}
