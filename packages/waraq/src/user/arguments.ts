import { isJsonObject, verseCountOf, WaraqError } from '@waraq/protocol'
import {
  highlightColors,
  MushafId,
  noteBodyLimits,
  parseVerseRange,
  readingSlots,
  textLength,
  UpdatePreferenceBody,
  type HighlightColor,
  type ReadingSlot,
} from '@waraq/protocol/user'
import type { NoteValue, ReadingBookmark, Target, TimeValue } from './model/entity.ts'

/** A verse key such as `2:255`, or an entire page, juz or surah. */
export type Place = string | { readonly type: 'page' | 'juz' | 'surah'; readonly number: number }

/** One field of the service's settings, such as `{ group: 'theme', key: 'type', value: 'dark' }`. */
export type Setting = UpdatePreferenceBody

/** Throws `invalid_argument`: a value that the service would refuse never enters the outbox. */
export function refuse(what: string, field: string): never {
  throw new WaraqError({
    code: 'invalid_argument',
    message: `${what} Nothing was kept. Correct the call.`,
    details: { field },
  })
}

/**
 * Checks a verse key. This and the checks below return the value to store, built only from the fields that were checked. The
 * argument itself is never stored. It may come from a file, have other fields, or return other values when it is read again.
 */
export function checkVerse(verseKey: unknown): Target {
  const text = typeof verseKey === 'string' && verseKey.length <= 7 ? verseKey : ''
  const [, chapter = 0, verse = 0] = (/^(\d{1,3}):(\d{1,3})$/.exec(text) ?? []).map(Number)
  if (verse < 1 || verse > verseCountOf(chapter))
    refuse('There is no verse of this key; keys are such as 2:255.', 'verseKey')
  return { type: 'ayah', key: chapter, verseNumber: verse }
}

/** The number of each. Pages differ by mushaf; this is the number of the longest known one. */
const mostOf = { page: 850, juz: 30, surah: 114 } as const

export function checkTarget(place: unknown): Target {
  if (typeof place === 'string') return checkVerse(place)
  const { type, number } = isJsonObject(place) ? place : {}
  const most =
    typeof type === 'string' && Object.hasOwn(mostOf, type) ? mostOf[type as keyof typeof mostOf] : 0
  if (!Number.isInteger(number) || (number as number) < 1 || (number as number) > most)
    refuse('A place is a verse key, or the number of a page, juz or surah.', 'place')
  return { type: type as keyof typeof mostOf, key: number as number }
}

export function checkColor(color: unknown): HighlightColor | null {
  if (color !== null && !(highlightColors as readonly unknown[]).includes(color))
    refuse(`A highlight is ${highlightColors.join(', ')}, or null for none.`, 'color')
  return color as HighlightColor | null
}

export function checkSlot(slot: unknown): ReadingSlot {
  const known = readingSlots.find((each) => each === slot)
  return known ?? refuse(`Reading bookmarks are ${readingSlots.join(', ')}.`, 'slot')
}

/** Checks a reading bookmark: at a verse, or at a page of this mushaf. */
export function checkReading(place: unknown, name: unknown, mushafId: unknown): ReadingBookmark {
  const target = checkTarget(place)
  const checked = name === null || name === undefined ? null : checkName(name)
  if (target.type === 'ayah') return { name: checked, target }
  const mushaf = MushafId.safeParse(mushafId)
  if (target.type !== 'page' || !mushaf.success)
    refuse('A reading bookmark is at a verse, or at a page of a mushaf.', 'place')
  return { name: checked, target, mushafId: mushaf.data! }
}

const mostName = 255

export function checkName(name: unknown): string {
  const trimmed = typeof name === 'string' ? name.trim() : ''
  if (trimmed === '' || trimmed.length > mostName) refuse(`A name has 1 to ${mostName} characters.`, 'name')
  return trimmed
}

/** The length limits of a note's text, in characters as the service counts them. */
export interface NoteLimits {
  readonly least: number
  readonly most: number
}

/** Without a service a note may be as short as the person likes. */
export const noteLimitsOf = (hasService: boolean): NoteLimits =>
  hasService ? noteBodyLimits : { ...noteBodyLimits, least: 1 }

/** The maximum number of ranges of a note. */
export const mostRanges = 1_000

export function checkNote(note: unknown, { least, most }: NoteLimits = noteBodyLimits): NoteValue {
  const { body, ranges } = isJsonObject(note) ? note : {}
  const length = typeof body === 'string' && /\S/.test(body) ? textLength(body, most) : 0
  if (length < least || length > most)
    refuse(`The text of a note has ${least} to ${most} characters.`, 'body')
  return { body: body as string, ranges: checkRanges(ranges, 'A note') }
}

function checkRanges(ranges: unknown, what: string): string[] {
  const isShort = Array.isArray(ranges) && ranges.length <= mostRanges
  // The service's only form for a single verse is such a range.
  const all = isShort ? ranges.map((each: unknown) => (isVerseKey(each) ? `${each}-${each}` : each)) : [0]
  if (!all.every(isRange))
    refuse(`${what} is about up to ${mostRanges} verses or ranges, such as 2:255 or 2:255-2:257.`, 'ranges')
  return [...new Set(all)]
}

/** A longer stretch would lose more time if its outcome stays in doubt. */
const mostSeconds = 600

export function checkTime({ seconds, ranges }: TimeValue): TimeValue {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > mostSeconds)
    refuse(`Time read comes in stretches of 1 to ${mostSeconds} whole seconds.`, 'seconds')
  if (!Array.isArray(ranges) || ranges.length === 0)
    refuse('Time read is about verses or ranges, such as 2:255 or 2:255-2:257.', 'ranges')
  return { seconds, ranges: checkRanges(ranges, 'Time read') }
}

const isVerseKey = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{1,3}:\d{1,3}$/.test(text)

function isRange(text: unknown): text is string {
  const range = typeof text === 'string' ? parseVerseRange(text) : undefined
  const isVerse = ({ chapter, verse }: { readonly chapter: number; readonly verse: number }) =>
    verse >= 1 && verse <= verseCountOf(chapter)
  return range !== undefined && isVerse(range.from) && isVerse(range.to)
}

/** Maximum length of a setting's value, as JSON. The longest is a list of translations. */
const mostSetting = 10_000

export function checkSetting(setting: unknown): Setting {
  const { group, key, value } = isJsonObject(setting) ? setting : {}
  const kept = { group, key, value: shortJson(value) }
  if (kept.value === undefined || !UpdatePreferenceBody.safeParse(kept).success)
    refuse('The service has no such setting, or does not take this value for it.', 'setting')
  return kept as Setting
}

/** A copy of the value as JSON has it; undefined if that is too long, too deep or nothing. */
function shortJson(value: unknown): unknown {
  try {
    const text = JSON.stringify(value)
    return text.length > mostSetting ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
