import { WaraqError } from '@waraq/protocol'
import {
  canonical,
  collectionKeyed,
  colorOf,
  favoritesKey,
  isSame,
  memberOf,
  noteKeyed,
  type Entity,
  type Kind,
} from './model/entity.ts'
import { fold } from './model/fold.ts'
import { mutate, maxPending, outboxFull, shownOf, type UserMutation } from './store/mutate.ts'
import type { UserDatabase } from './store/database.ts'
import type { ImportedData } from './import-file.ts'

/** The progress of an import. */
export interface ImportProgress {
  /** Entries that are on the disk. */
  readonly done: number
  /** All entries that are new on this device. */
  readonly total: number
}

export interface ImportOptions {
  /** Aborts the import between two steps. What was stored by then stays, and importing the file again continues it. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/** The effect of an import on the entries of one kind. */
export interface ImportPreview {
  readonly kind: 'favorite' | 'highlight' | Exclude<Kind, 'time'>
  /** Entries that are new on this device. */
  readonly added: number
  /** Entries that replace another value: a reading bookmark, the last read place, a setting, or a colour. */
  readonly replaced: number
  /** Entries that need the feed of user data, and that this account therefore does not get. */
  readonly leftOut: number
}

/** Kinds whose entities exist with another value. The others are there or not. */
const hasOneValue: ReadonlySet<Kind> = new Set(['reading', 'place', 'setting'])

function previewKind(entity: Entity): ImportPreview['kind'] {
  const { owner, kind } = entity
  if (kind !== 'member') return kind as Exclude<Kind, 'time'>
  return owner === favoritesKey ? 'favorite' : colorOf(entity) ? 'highlight' : 'member'
}

/**
 * Returns the effect of an import, without the kinds that it does not change.
 * @throws {WaraqError} `outbox_full`, or an error of storage
 */
export async function previewOf(
  db: UserDatabase,
  imported: ImportedData,
  { newKey, ...feed }: NewKeys & FeedParts,
): Promise<readonly ImportPreview[]> {
  const { taken, left } = partsOf(imported, feed)
  const counts = new Map<ImportPreview['kind'], { added: number; replaced: number; leftOut: number }>()
  const count = (entity: Entity, as: 'added' | 'replaced' | 'leftOut') => {
    const kind = previewKind(entity)
    const known = counts.get(kind) ?? { added: 0, replaced: 0, leftOut: 0 }
    known[as] += 1
    counts.set(kind, known)
  }
  const mutations = await planOf(db, { ...imported, mutations: taken }, newKey)
  // Only a changed colour removes an entry: the former one.
  const recoloured = new Set(
    mutations.flatMap(({ entity, desired }) => (desired === null ? [canonical(entity.target!)] : [])),
  )
  for (const { entity, desired } of mutations) {
    if (desired === null) continue
    const isReplaced = colorOf(entity)
      ? recoloured.has(canonical(entity.target!))
      : hasOneValue.has(entity.kind) && (await shownOf(db, entity.key)) !== null
    count(entity, isReplaced ? 'replaced' : 'added')
  }
  for (const { entity, desired } of left) if (desired !== null) count(entity, 'leftOut')
  return [...counts].map(([kind, each]) => ({ kind, ...each }))
}

interface NewKeys {
  readonly newKey: (kind: 'collection' | 'note') => string
}

interface FeedParts {
  /** If false, highlights are left out. */
  readonly hasFeed: boolean
  /** If false, reading bookmarks other than the first are left out. */
  readonly hasSlots: boolean
}

/** The mutations of single entities that the account takes, and those that are left out. */
function partsOf({ mutations, highlights, slots }: ImportedData, { hasFeed, hasSlots }: FeedParts) {
  return {
    taken: [...mutations, ...(hasFeed ? highlights : []), ...(hasSlots ? slots : [])],
    left: [...(hasFeed ? [] : highlights), ...(hasSlots ? [] : slots)],
  }
}

/** Entries of one transaction. A person's mutation waits for one transaction at most. */
const slice = 250

/**
 * Adds the entries of a file, in several transactions so that a person's mutations can be written in between.
 * @throws {WaraqError} `outbox_full` before anything is written, `aborted`, or an error of storage
 */
export async function importInto(
  db: UserDatabase,
  imported: ImportedData,
  {
    now,
    newKey,
    signal,
    onProgress,
    ...feed
  }: ImportOptions & NewKeys & FeedParts & { readonly now: () => number },
): Promise<void> {
  const mutations = await planOf(db, { ...imported, mutations: partsOf(imported, feed).taken }, newKey)
  const total = mutations.length
  for (let done = 0; done < total;) {
    if (signal?.aborted) throw interrupted('it was told to')
    const some = mutations.slice(done, done + slice)
    await mutate(db, now(), () => stillMissing(db, some))
    done += some.length
    onProgress?.({ done, total })
  }
}

/**
 * The mutations that add everything in the file. A collection whose name exists is merged into that one. Notes of the same text
 * about the same verses are not made twice.
 */
function planOf(
  db: UserDatabase,
  { mutations, collections, notes }: Pick<ImportedData, 'mutations' | 'collections' | 'notes'>,
  newKey: (kind: 'collection' | 'note') => string,
): Promise<UserMutation[]> {
  return db.transaction('r', db.rows, db.pending, async () => {
    const [rows, allPending] = await Promise.all([db.rows.toArray(), db.pending.toArray()])
    const shown = new Map(fold(rows, allPending).map((each) => [each.entity.key, each]))
    const keys = new Map<string, string>()
    for (const { entity, value } of shown.values())
      if (entity.kind === 'collection' || entity.kind === 'note')
        keys.set(`${entity.kind}|${canonical(value)}`, entity.key)

    const members = [...collections].flatMap(([name, { inside: places, ...made }]): UserMutation[] => {
      const known = keys.get(`collection|${canonical({ name })}`)
      const key = known ?? newKey('collection')
      const inside = places.map(({ target, made: put }): UserMutation => {
        return { entity: { ...memberOf(key, target), ...put }, desired: true }
      })
      if (known !== undefined) return inside
      return [{ entity: { ...collectionKeyed(key), ...made }, desired: { name } }, ...inside]
    })
    const texts = notes
      .filter(({ note }) => !keys.has(`note|${canonical(note)}`))
      .map(({ note, made }): UserMutation => {
        return { entity: { ...noteKeyed(newKey('note'), note.ranges), ...made }, desired: note }
      })
    const all = [...mutations, ...members, ...texts].filter(
      ({ entity, desired }) => !isSame(shown.get(entity.key)?.value ?? null, desired),
    )
    const waiting = new Set(allPending.map(({ key }) => key))
    const added = all.filter(({ entity }) => !waiting.has(entity.key)).length
    if (waiting.size + added > maxPending) throw outboxFull()
    return all
  })
}

/** Leaves out the members of a collection that the person has deleted since. Call it in a transaction of mutations. */
async function stillMissing(db: UserDatabase, mutations: readonly UserMutation[]): Promise<UserMutation[]> {
  const made = new Set(mutations.map(({ entity }) => entity.key))
  const owners = new Set(mutations.flatMap(({ entity: { owner } }) => owner ?? []))
  const gone = new Set<string>()
  for (const owner of owners)
    if (owner.startsWith('collection|') && !made.has(owner) && (await shownOf(db, owner)) === null)
      gone.add(owner)
  return mutations.filter(({ entity: { owner } }) => owner === undefined || !gone.has(owner))
}

export function interrupted(why: string): WaraqError {
  return new WaraqError({
    code: 'aborted',
    message: `The import ended before its end, because ${why}. What was kept by then stays. To go on, import the file again.`,
  })
}
