import { verseCountOf, WaraqError } from '@waraq/contract'
import {
  highlightColors,
  noteBodyLimits,
  parseVerseRange,
  UpdatePreferenceBody,
  type HighlightColor,
} from '@waraq/contract/user'
import type { NoteValue, Target, TimeValue } from './model/entity.ts'

/** A verse key such as `2:255`, or a whole page, juz or surah. */
export type Place = string | { readonly type: 'page' | 'juz' | 'surah'; readonly number: number }

/** One field of the service's settings, such as `{ group: 'theme', key: 'type', value: 'dark' }`. */
export type Setting = UpdatePreferenceBody

/** What the service would refuse never enters the outbox. */
function refuse(what: string, field: string): never {
  throw new WaraqError({
    code: 'invalid_argument',
    message: `${what} Nothing was kept. Correct the call.`,
    details: { field },
  })
}

export function checkVerse(verseKey: unknown): Target {
  const [, chapter = 0, verse = 0] = (/^(\d{1,3}):(\d{1,3})$/.exec(String(verseKey)) ?? []).map(Number)
  if (verse < 1 || verse > verseCountOf(chapter))
    refuse('There is no verse of this key; keys are such as 2:255.', 'verseKey')
  return { type: 'ayah', key: chapter, verseNumber: verse }
}

/** How many there are; pages differ by mushaf, and the longest known has so many. */
const mostOf = { page: 850, juz: 30, surah: 114 } as const

export function checkTarget(place: Place): Target {
  if (typeof place === 'string') return checkVerse(place)
  const { type, number } = place
  if (!(Object.hasOwn(mostOf, type) && Number.isInteger(number) && number >= 1 && number <= mostOf[type]))
    refuse('A place is a verse key, or the number of a page, juz or surah.', 'place')
  return { type, key: number }
}

export function checkColor(color: HighlightColor | null): HighlightColor | null {
  if (color !== null && !highlightColors.includes(color))
    refuse(`A highlight is ${highlightColors.join(', ')}, or null for none.`, 'color')
  return color
}

const mostName = 255

export function checkName(name: unknown): string {
  const trimmed = typeof name === 'string' ? name.trim() : ''
  if (trimmed === '' || trimmed.length > mostName)
    refuse(`A collection has a name of 1 to ${mostName} characters.`, 'name')
  return trimmed
}

export function checkNote({ body, ranges }: NoteValue): NoteValue {
  const { least, most } = noteBodyLimits
  if (typeof body !== 'string' || body.length < least || body.length > most)
    refuse(`The text of a note has ${least} to ${most} characters.`, 'body')
  if (!Array.isArray(ranges) || !ranges.every(isRange))
    refuse('A note is about ranges of verses such as 2:255-2:257.', 'ranges')
  return { body, ranges: [...ranges] }
}

/** A longer stretch may lose more where its outcome is unsure. */
const mostSeconds = 600

export function checkTime({ seconds, ranges }: TimeValue): TimeValue {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > mostSeconds)
    refuse(`Time read comes in stretches of 1 to ${mostSeconds} whole seconds.`, 'seconds')
  if (!Array.isArray(ranges) || ranges.length === 0 || !ranges.every(isRange))
    refuse('Time read is about ranges of verses such as 2:255-2:257.', 'ranges')
  return { seconds, ranges: [...ranges] }
}

function isRange(text: unknown): boolean {
  const range = typeof text === 'string' ? parseVerseRange(text) : undefined
  const isVerse = ({ chapter, verse }: { readonly chapter: number; readonly verse: number }) =>
    verse >= 1 && verse <= verseCountOf(chapter)
  return range !== undefined && isVerse(range.from) && isVerse(range.to)
}

export function checkSetting(setting: Setting): Setting {
  if (!UpdatePreferenceBody.safeParse(setting).success)
    refuse('The service has no such setting, or does not take this value for it.', 'setting')
  return setting
}
