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
  /** What the person wanted. Null: that it goes. */
  readonly mine: PendingChange['want']
}

export interface Outbox {
  /** Changes that have not arrived, blocked ones aside. */
  readonly waiting: number
  readonly blocked: readonly BlockedChange[]
  /** When the next try may be, after one that failed: milliseconds since the epoch. */
  readonly nextTryAt: number | null
  /** The code of what kept the latest try from succeeding. */
  readonly code: string | null
  /** How the service is reached, as it was known last. */
  readonly transport: TransportName
  /** Seconds of time read that were given up, because the service may have counted them already. */
  readonly uncountedSeconds: number
}

/** What has not arrived yet. */
export function outbox(): UserQuery<Outbox> {
  return {
    key: 'outbox',
    lists: [],
    read: answered(async (db) => {
      const [allPending, pace, transport, uncountedSeconds] = await Promise.all([
        db.pending.orderBy('at').toArray(),
        db.pace(),
        db.transport(),
        db.uncounted(),
      ])
      const blocked = allPending.flatMap(({ key, kind, want, base, blocked: why, ...pending }) => {
        if (!why) return []
        const placed = kind === 'reading' ? ((want ?? base) as ReadingBookmark | null) : null
        const target = pending.target ?? placed?.target ?? null
        return [{ ...why, key, kind, target, ranges: rangesOf(target, want, why), mine: want }]
      })
      return {
        waiting: allPending.length - blocked.length,
        blocked,
        nextTryAt: pace?.nextAt ?? null,
        code: pace?.code ?? null,
        transport,
        uncountedSeconds,
      }
    }),
  }
}

/** What a blocked change is about. */
function rangesOf(
  target: Entity['target'] | null,
  want: PendingChange['want'],
  { theirs }: Blocked,
): readonly string[] {
  if (target?.type === 'ayah')
    return [formatVerseRange({ chapter: target.key, verse: target.verseNumber ?? 1 })]
  const note = (want ?? theirs) as Partial<NoteValue> | null | undefined
  return note?.ranges ?? []
}
