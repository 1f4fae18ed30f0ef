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
  /** By their names. */
  readonly collections: ReadonlyMap<string, Made & { readonly inside: readonly MadeTarget[] }>
  readonly notes: readonly { readonly note: NoteValue; readonly made: Made }[]
}

/** When it was made or put there, where the file has that. */
type Made = Pick<Entity, 'createdAt'>
interface MadeTarget {
  readonly target: Target
  readonly made: Made
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
  const notes = new Map<string, Wanted['notes'][number]>()
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
  const highlights = new Map<string, Act>()
  for (const each of read.list(file['highlights'])) {
    const { verse, color } = fieldsOf(each)
    const checked = checkColor(color) ?? refuse()
    for (const { entity, want } of actsOfHighlight(checkVerse(verse), checked))
      highlights.set(entity.key, { entity: { ...entity, ...madeOf(each) }, want })
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
    collections: new Map(
      [...collections].map(([name, { inside, ...made }]) => [
        name,
        { ...made, inside: [...inside.values()] },
      ]),
    ),
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
