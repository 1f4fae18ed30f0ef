import { parseVerseRange } from '@waraq/protocol/user'
import type { NoteValue, PlaceValue } from '../model/entity.ts'
import { newestFirst, type Shown } from '../model/fold.ts'
import {
  answered,
  folded,
  itemOf,
  keyIn,
  type StoredItem,
  type MemberOrder,
  type UserQuery,
} from './answered.ts'

export interface StoredNote extends StoredItem {
  /** Identifies the note on this device, for `notes.edit` and `notes.delete`. */
  readonly key: string
  readonly body: string
  /** Such as `2:255-2:257`. */
  readonly ranges: readonly string[]
}

export function noteOf(each: Shown): StoredNote {
  const { body, ranges } = each.value as NoteValue
  return { key: each.entity.key, body, ranges, ...itemOf(each) }
}

/** Filters notes: those that match all of these fields. */
export interface NoteFilter {
  /** The key of a verse that they are about, alone or with others. */
  readonly verseKey?: string
  /** A part of their text, regardless of the case and marks of its letters. */
  readonly text?: string
}

/** Only letters: in lower case, and without the marks above and below them. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()

/** Notes, sorted by their first verse or the latest first. */
export function allNotes(
  { verseKey, text = '' }: NoteFilter = {},
  order: MemberOrder = 'text',
): UserQuery<readonly StoredNote[]> {
  const [chapter, verse] = (verseKey ?? '').split(':').map(Number)
  const at = placeIn({ chapter: chapter ?? 0, verse: verse ?? 0 })
  const wanted = lettersOf(text.trim())
  const isAbout = ({ ranges }: NoteValue) =>
    ranges.some((range) => {
      const ends = parseVerseRange(range)
      return ends !== undefined && placeIn(ends.from) <= at && at <= placeIn(ends.to)
    })
  return {
    key: keyIn(`notes${verseKey ? `|of ${verseKey}` : ''}${wanted && `|with ${wanted}`}`, order),
    lists: ['notes'],
    read: answered(async (db) => {
      const all = await folded((table) => table.where('kind').equals('note'), db)
      const found = all.filter(({ value }) => {
        const note = value as NoteValue
        return (verseKey === undefined || isAbout(note)) && lettersOf(note.body).includes(wanted)
      })
      const firstPlace = ({ value }: Shown) => {
        const ends = parseVerseRange((value as NoteValue).ranges[0] ?? '')
        return ends ? placeIn(ends.from) : 0
      }
      const sorted = found.sort((one, other) => firstPlace(one) - firstPlace(other))
      return (order === 'newest' ? newestFirst(sorted) : sorted).map(noteOf)
    }),
  }
}

const placeIn = ({ chapter, verse }: PlaceValue) => chapter * 1000 + verse
