import { isJsonObject, WaraqError } from '@waraq/protocol'
import {
  checkColor,
  checkName,
  checkNote,
  checkReading,
  checkSetting,
  checkSlot,
  checkTarget,
  checkVerse,
  type NoteLimits,
} from './arguments.ts'
import {
  bookmarkOf,
  canonical,
  favoritesKey,
  memberOf,
  place,
  readingIn,
  settingOf,
  type Entity,
  type NoteValue,
  type Target,
  type Value,
} from './model/entity.ts'
import { documentOfOther } from './other-readers.ts'
import { actsOfHighlight, type Act } from './store/acts.ts'

/** What is read of a file at most: entries of all its lists, equal ones included, and characters of what people wrote. */
export const importBounds = { entries: 100_000, characters: 10_000_000 } as const

/** What a file wishes for, each thing once, made of the fields that were checked. */
export interface Wanted {
  readonly acts: readonly Act[]
  /** Left out where the feed is not the transport. */
  readonly highlights: readonly Act[]
  /** Reading bookmarks besides the first. Left out where there is one. */
  readonly slots: readonly Act[]
  /** What is in them, by their names. */
  readonly collections: ReadonlyMap<string, readonly Target[]>
  readonly notes: readonly NoteValue[]
}

type Fields = Readonly<Record<string, unknown>>

/**
 * What a document of `export` wishes for, or one of another reader whose form is known. Parts may be missing. Nothing of it is
 * kept by reference, so other fields are left behind, however many there are.
 * @throws {WaraqError} `invalid_argument` where any part of it is not what the service takes, or where there is too much
 */
export function checkFile(given: unknown, limits: NoteLimits, now: number): Wanted {
  const file = isJsonObject(given) ? (documentOfOther(given) ?? given) : {}
  if (file['kind'] !== 'waraq-user-data' || file['version'] !== 1) refuse()
  const read = new Reading()
  const acts = new Map<string, Act>()
  const is = (entity: Entity, want: Value) => void acts.set(entity.key, { entity, want })

  for (const each of read.list(file['favorites'])) {
    const { verse, addedAt } = typeof each === 'string' ? { verse: each } : fieldsOf(each)
    is({ ...memberOf(favoritesKey, checkVerse(verse)), ...timeOf(addedAt, now) }, true)
  }
  const collections = new Map<string, Map<string, Target>>()
  for (const each of read.list(file['collections'])) {
    const { name, places } = fieldsOf(each)
    const checked = read.text(checkName(name))
    const inside = collections.get(checked) ?? new Map<string, Target>()
    collections.set(checked, inside)
    for (const where of read.list(places)) {
      const target = checkTarget(where)
      inside.set(bookmarkOf(target).key, target)
    }
  }
  const notes = new Map<string, NoteValue>()
  for (const each of read.list(file['notes'])) {
    const note = checkNote(fieldsOf(each), limits)
    read.text(note.body)
    read.count(note.ranges.length)
    notes.set(canonical(note), note)
  }
  for (const each of read.list(file['bookmarks'])) {
    const target = checkTarget(each)
    is(target.type === 'ayah' ? memberOf(favoritesKey, target) : bookmarkOf(target), true)
  }
  const highlights = new Map<string, Act>()
  for (const each of read.list(file['highlights'])) {
    const { verse, color } = fieldsOf(each)
    const checked = checkColor(color) ?? refuse()
    for (const act of actsOfHighlight(checkVerse(verse), checked)) highlights.set(act.entity.key, act)
  }
  const slots = new Map<string, Act>()
  for (const each of read.list(file['reading'])) {
    const { slot, name, place: where, mushafId = 1 } = fieldsOf(each)
    const entity = readingIn(checkSlot(slot))
    const want = checkReading(where, name, mushafId)
    read.text(want.name ?? '')
    slots.set(entity.key, { entity, want })
  }
  const first = readingIn(1)
  const one = slots.get(first.key)
  if (one) acts.set(first.key, one)
  slots.delete(first.key)
  if ((file['place'] ?? null) !== null) {
    const { key: chapter, verseNumber: verse = 1 } = checkVerse(file['place'])
    is(place, { chapter, verse })
  }
  for (const each of read.list(file['settings'])) {
    const { group, key, value } = checkSetting(fieldsOf(each))
    read.text(JSON.stringify(value))
    is(settingOf({ group, key }), { value })
  }
  return {
    acts: [...acts.values()],
    highlights: [...highlights.values()],
    slots: [...slots.values()],
    collections: new Map([...collections].map(([name, inside]) => [name, [...inside.values()]])),
    notes: [...notes.values()],
  }
}

/** Counts what is read, and ends where that is too much. */
class Reading {
  #entries = 0
  #characters = 0

  /** A part of the document; none where it is missing. */
  list(part: unknown): readonly unknown[] {
    if (part === undefined || part === null) return []
    if (!Array.isArray(part)) refuse()
    this.count(part.length)
    return part
  }

  count(entries: number): void {
    this.#entries += entries
    if (this.#entries > importBounds.entries) tooMuch('entries')
  }

  text(text: string): string {
    this.#characters += text.length
    if (this.#characters > importBounds.characters) tooMuch('characters')
    return text
  }
}

const fieldsOf = (each: unknown): Fields => (isJsonObject(each) ? each : refuse())

/** A device may be some hours ahead of this one. What is said to be later than that would be the latest for ever. */
const mostAheadMs = 24 * 3_600_000

function timeOf(addedAt: unknown, now: number): Pick<Entity, 'addedAt'> {
  const isTime = typeof addedAt === 'number' && addedAt >= 0
  return isTime ? { addedAt: Math.min(Math.round(addedAt), Math.round(now) + mostAheadMs) } : {}
}

function refuse(): never {
  throw new WaraqError({
    code: 'invalid_argument',
    message:
      'This is no file of what a person keeps, or one of a newer version. Nothing of it was kept. Choose a file that export made.',
    details: { field: 'file' },
  })
}

function tooMuch(bound: keyof typeof importBounds): never {
  const most = importBounds[bound]
  throw new WaraqError({
    code: 'invalid_argument',
    message: `The file has more than ${most} ${bound}. Nothing of it was kept. Import it in several parts.`,
    details: { field: 'file', bound, most },
  })
}
