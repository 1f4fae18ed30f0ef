import { formatVerseRange } from '@waraq/protocol/user'
import type { Entity, NoteValue, ReadingBookmark } from '../model/entity.ts'
import type { Blocked, PendingChange, TransportName } from '../model/records.ts'
import { answered, type UserQuery } from './answered.ts'

/** A change that is blocked: it waits for a person's decision. */
export interface BlockedChange extends Blocked {
  /** For `outbox.resolve`. */
  readonly key: string
  readonly kind: Entity['kind']
  readonly target: Entity['target'] | null
  readonly ranges: readonly string[]
  /** The value that the person wanted. Null: a deletion. */
  readonly local: PendingChange['desired']
}

export interface Outbox {
  /** The number of changes that have not arrived, without blocked ones. */
  readonly waiting: number
  readonly blocked: readonly BlockedChange[]
  /** When the next try may start after a failed one, in milliseconds since the epoch. */
  readonly nextTryAt: number | null
  /** The code of the error that kept the latest try from succeeding. */
  readonly code: string | null
  /** The transport that was known last. */
  readonly transport: TransportName
  /** Seconds of reading time that were dropped, because the service may have counted them already. */
  readonly uncountedSeconds: number
}

/** The pending changes and the state of their delivery. */
export function outbox(): UserQuery<Outbox> {
  return {
    key: 'outbox',
    lists: [],
    read: answered(async (db) => {
      const [allPending, backoff, transport, uncountedSeconds] = await Promise.all([
        db.pending.orderBy('at').toArray(),
        db.backoff(),
        db.transport(),
        db.uncounted(),
      ])
      const blocked = allPending.flatMap(({ key, kind, desired, base, blocked: why, ...pending }) => {
        if (!why) return []
        const placed = kind === 'reading' ? ((desired ?? base) as ReadingBookmark | null) : null
        const target = pending.target ?? placed?.target ?? null
        return [{ ...why, key, kind, target, ranges: rangesOf(target, desired, why), local: desired }]
      })
      return {
        waiting: allPending.length - blocked.length,
        blocked,
        nextTryAt: backoff?.nextAt ?? null,
        code: backoff?.code ?? null,
        transport,
        uncountedSeconds,
      }
    }),
  }
}

/** The verses that a blocked change is about. */
function rangesOf(
  target: Entity['target'] | null,
  desired: PendingChange['desired'],
  { remote }: Blocked,
): readonly string[] {
  if (target?.type === 'ayah')
    return [formatVerseRange({ chapter: target.key, verse: target.verseNumber ?? 1 })]
  const note = (desired ?? remote) as Partial<NoteValue> | null | undefined
  return note?.ranges ?? []
}
