import { checkRef, invalidArgument, type ResourceRef, chapterCount } from '@waraq/protocol'
import { placeOf, type PlaceRange, type VerseKey, type VerseRange } from './verse-key.ts'

export { checkRef } from '@waraq/protocol'

/** A resource of a group: in the form of filters, such as `translations:20`, or as `{ group, id }`, which may be of any group. */
export type RefTo<Group extends string> = ResourceRef | `${Group}:${number}`

/** Checks arguments of readers when the query is made, so that the error points at the mistake. */

export function checkRefs(refs: readonly RefTo<string>[] | undefined, argument: string): ResourceRef[] {
  if (refs !== undefined && !Array.isArray(refs)) throw invalidArgument(argument, 'a list of resources', refs)
  return (refs ?? []).map((ref, index) => checkRef(ref, `${argument}[${index}]`))
}

/** Checks a verse key and returns the verse's place. */
export function checkVerseKey(key: VerseKey, argument = 'verseKey'): number {
  const place = placeOf(key)
  if (place === undefined || place >= (chapterCount + 1) * 1000)
    throw invalidArgument(argument, 'a verse of chapters 1 to 114, such as "2:255"', key)
  return place
}

export function checkRange(range: VerseRange, argument = 'range'): PlaceRange {
  const from = checkVerseKey(range?.from, `${argument}.from`)
  const to = checkVerseKey(range?.to, `${argument}.to`)
  if (from > to)
    throw invalidArgument(argument, 'a range that begins before it ends', `${range.from} to ${range.to}`)
  return { from, to }
}

function checkNumber(value: number, argument: string, most: number): number {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value
  throw invalidArgument(argument, `a whole number from 1 to ${most}`, value)
}

export function checkChapter(chapter: number): number {
  return checkNumber(chapter, 'chapter', chapterCount)
}

export function checkJuz(juz: number): number {
  return checkNumber(juz, 'juz', 30)
}

/** Maximum page number: more pages than any mushaf has. */
export const mostPages = 4096

export function checkPage(page: number): number {
  return checkNumber(page, 'page', mostPages)
}

export function checkLanguages(languages: readonly string[]): readonly string[] {
  if (!Array.isArray(languages) || languages.some((language) => typeof language !== 'string'))
    throw invalidArgument(
      'languages',
      'a list of language codes, the best one first, such as ["fr", "en"]',
      languages,
    )
  return [...languages]
}
