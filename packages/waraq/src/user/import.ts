import { WaraqError } from '@waraq/protocol'
import { canonical, collectionKeyed, isSame, memberOf, noteKeyed } from './model/entity.ts'
import { fold } from './model/fold.ts'
import { act, maxPending, outboxFull, shownOf, type Act } from './store/acts.ts'
import type { UserDatabase } from './store/database.ts'
import type { Wanted } from './import-file.ts'

/** How far an import is. */
export interface ImportProgress {
  /** Entries that are on the disk. */
  readonly done: number
  /** All that are new here. */
  readonly total: number
}

export interface ImportOptions {
  /** Ends the import between two steps. What was kept by then stays; to import the file again goes on. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/** Entries of one transaction. A person's act waits for one of them at most. */
const slice = 250

/**
 * Adds what a file has, in transactions that let the acts of people in between.
 * @throws {WaraqError} `outbox_full` before anything is written, `aborted`, or an error of storage
 */
export async function importInto(
  db: UserDatabase,
  wanted: Wanted,
  {
    now,
    newKey,
    hasFeed,
    hasSlots,
    signal,
    onProgress,
  }: ImportOptions & {
    readonly now: () => number
    readonly newKey: (kind: 'collection' | 'note') => string
    /** Without it highlights are left out. */
    readonly hasFeed: boolean
    /** Without it reading bookmarks but the first are left out. */
    readonly hasSlots: boolean
  },
): Promise<void> {
  const { acts: always, highlights, slots } = wanted
  const wished = [...always, ...(hasFeed ? highlights : []), ...(hasSlots ? slots : [])]
  const acts = await planOf(db, { ...wanted, acts: wished }, newKey)
  const total = acts.length
  for (let done = 0; done < total;) {
    if (signal?.aborted) throw interrupted('it was told to')
    const some = acts.slice(done, done + slice)
    await act(db, now(), () => stillWanted(db, some))
    done += some.length
    onProgress?.({ done, total })
  }
}

/**
 * What has to be wished for so that all of the file is kept. Collections of a name that is there are joined, and notes of the
 * same text about the same verses are not made twice.
 */
function planOf(
  db: UserDatabase,
  { acts, collections, notes }: Pick<Wanted, 'acts' | 'collections' | 'notes'>,
  newKey: (kind: 'collection' | 'note') => string,
): Promise<Act[]> {
  return db.transaction('r', db.rows, db.pending, async () => {
    const [rows, allPending] = await Promise.all([db.rows.toArray(), db.pending.toArray()])
    const shown = new Map(fold(rows, allPending).map((each) => [each.entity.key, each]))
    const keys = new Map<string, string>()
    for (const { entity, value } of shown.values())
      if (entity.kind === 'collection' || entity.kind === 'note')
        keys.set(`${entity.kind}|${canonical(value)}`, entity.key)

    const members = [...collections].flatMap(([name, { inside: places, ...made }]): Act[] => {
      const known = keys.get(`collection|${canonical({ name })}`)
      const key = known ?? newKey('collection')
      const inside = places.map(({ target, made: put }): Act => {
        return { entity: { ...memberOf(key, target), ...put }, want: true }
      })
      if (known !== undefined) return inside
      return [{ entity: { ...collectionKeyed(key), ...made }, want: { name } }, ...inside]
    })
    const texts = notes
      .filter(({ note }) => !keys.has(`note|${canonical(note)}`))
      .map(({ note, made }): Act => {
        return { entity: { ...noteKeyed(newKey('note'), note.ranges), ...made }, want: note }
      })
    const all = [...acts, ...members, ...texts].filter(
      ({ entity, want }) => !isSame(shown.get(entity.key)?.value ?? null, want),
    )
    const waiting = new Set(allPending.map(({ key }) => key))
    const added = all.filter(({ entity }) => !waiting.has(entity.key)).length
    if (waiting.size + added > maxPending) throw outboxFull()
    return all
  })
}

/** Without what belongs into a collection that the person has deleted since. To be called in a transaction of acts. */
async function stillWanted(db: UserDatabase, acts: readonly Act[]): Promise<Act[]> {
  const made = new Set(acts.map(({ entity }) => entity.key))
  const owners = new Set(acts.flatMap(({ entity: { owner } }) => owner ?? []))
  const gone = new Set<string>()
  for (const owner of owners)
    if (owner.startsWith('collection|') && !made.has(owner) && (await shownOf(db, owner)) === null)
      gone.add(owner)
  return acts.filter(({ entity: { owner } }) => owner === undefined || !gone.has(owner))
}

export function interrupted(why: string): WaraqError {
  return new WaraqError({
    code: 'aborted',
    message: `The import ended before its end, because ${why}. What was kept by then stays. To go on, import the file again.`,
  })
}
