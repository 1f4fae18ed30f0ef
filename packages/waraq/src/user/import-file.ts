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
import { mutationsOfHighlight, type UserMutation } from './store/mutate.ts'

/** The limits of a file: entries of all its lists, including duplicates, and characters of text that people wrote. */
export const importBounds = { entries: 100_000, characters: 10_000_000 } as const

/** The entries of a file without duplicates, built only from checked fields. */
export interface ImportedData {
  readonly mutations: readonly UserMutation[]
  /** Left out if the feed is not the transport. */
  readonly highlights: readonly UserMutation[]
  /** Reading bookmarks other than the first. Left out if there is only one. */
  readonly slots: readonly UserMutation[]
  /** By their names. */
  readonly collections: ReadonlyMap<string, Made & { readonly inside: readonly MadeTarget[] }>
  readonly notes: readonly { readonly note: NoteValue; readonly made: Made }[]
}

/** When it was made or put there, if the file contains that. */
type Made = Pick<Entity, 'createdAt'>
interface MadeTarget {
  readonly target: Target
  readonly made: Made
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the entries of a document of `export`, or of another reader's file in a known format. Parts may be missing. Nothing of
 * the document is kept by reference, so any other fields are dropped.
 * @throws {WaraqError} `invalid_argument` if any part of it is not accepted by the service, or if there is too much
 */
export function checkFile(given: unknown, limits: NoteLimits, now: number): ImportedData {
  const file = isJsonObject(given) ? (documentOfOther(given) ?? given) : {}
  if (file['kind'] !== 'waraq-user-data' || file['version'] !== 1) refuse()
  const read = new Reading()
  const mutations = new Map<string, UserMutation>()
  const is = (entity: Entity, desired: Value) => void mutations.set(entity.key, { entity, desired })

  const madeOf = (each: unknown) => timeOf(isJsonObject(each) ? each['createdAt'] : undefined, now)
  const placed = (each: unknown): MadeTarget => {
    const isVerse = isJsonObject(each) && Object.hasOwn(each, 'verse')
    return { target: isVerse ? checkVerse(each['verse']) : checkTarget(each), made: madeOf(each) }
  }
  for (const each of read.list(file['favorites'])) {
    const { target, made } = placed(each)
    if (target.type !== 'ayah') refuse()
    is({ ...memberOf(favoritesKey, target), ...made }, true)
  }
  const collections = new Map<string, Made & { readonly inside: Map<string, MadeTarget> }>()
  for (const each of read.list(file['collections'])) {
    const { name, places } = fieldsOf(each)
    const checked = read.text(checkName(name))
    const { inside } = collections.get(checked) ?? { inside: new Map<string, MadeTarget>() }
    collections.set(checked, { inside, ...madeOf(each) })
    for (const where of read.list(places)) {
      const checkedPlace = placed(where)
      inside.set(bookmarkOf(checkedPlace.target).key, checkedPlace)
    }
  }
  const notes = new Map<string, ImportedData['notes'][number]>()
  for (const each of read.list(file['notes'])) {
    const note = checkNote(fieldsOf(each), limits)
    read.text(note.body)
    read.count(note.ranges.length)
    notes.set(canonical(note), { note, made: madeOf(each) })
  }
  for (const each of read.list(file['bookmarks'])) {
    const { target, made } = placed(each)
    is({ ...(target.type === 'ayah' ? memberOf(favoritesKey, target) : bookmarkOf(target)), ...made }, true)
  }
  const highlights = new Map<string, UserMutation>()
  for (const each of read.list(file['highlights'])) {
    const { verse, color } = fieldsOf(each)
    const checked = checkColor(color) ?? refuse()
    for (const { entity, desired } of mutationsOfHighlight(checkVerse(verse), checked))
      highlights.set(entity.key, { entity: { ...entity, ...madeOf(each) }, desired })
  }
  const slots = new Map<string, UserMutation>()
  for (const each of read.list(file['reading'])) {
    const { slot, name, place: where, mushafId = 1 } = fieldsOf(each)
    const entity = readingIn(checkSlot(slot))
    const desired = checkReading(where, name, mushafId)
    read.text(desired.name ?? '')
    slots.set(entity.key, { entity, desired })
  }
  const first = readingIn(1)
  const one = slots.get(first.key)
  if (one) mutations.set(first.key, one)
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
    mutations: [...mutations.values()],
    highlights: [...highlights.values()],
    slots: [...slots.values()],
    collections: new Map(
      [...collections].map(([name, { inside, ...made }]) => [
        name,
        { ...made, inside: [...inside.values()] },
      ]),
    ),
    notes: [...notes.values()],
  }
}

/** Counts what is read, and throws when a limit is exceeded. */
class Reading {
  #entries = 0
  #characters = 0

  /** A list of the document; empty if it is missing. */
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

/**
 * Another device's clock may be some hours ahead of this one. Later times are limited to this, or such an entry would be the
 * latest for ever.
 */
const mostAheadMs = 24 * 3_600_000

function timeOf(createdAt: unknown, now: number): Pick<Entity, 'createdAt'> {
  const isTime = typeof createdAt === 'number' && createdAt >= 0
  return isTime ? { createdAt: Math.min(Math.round(createdAt), Math.round(now) + mostAheadMs) } : {}
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
