import type { SyncResource } from '@waraq/protocol/user'

/** The time when an entity of a user last changed. Its current value is stored in its area. */
export interface JournalRow {
  readonly resource: SyncResource
  readonly id: string
  /** The two ends of a membership. */
  readonly ends: MembershipEnds | undefined
  /** The time when it was created, or created again. */
  readonly madeAt: number
  readonly changedAt: number
  readonly isGone: boolean
  /** The times that a client sent with it. */
  readonly clientCreatedAt: string | undefined
  readonly clientUpdatedAt: string | undefined
}

export interface MembershipEnds {
  readonly collectionId: string
  readonly bookmarkId: string
}

/** The facts of a change of an entity. */
interface Change {
  readonly ends?: MembershipEnds
  readonly isGone?: boolean
}

/** Undefined if the client sent none. */
export type ClientTimes = Pick<JournalRow, 'clientCreatedAt' | 'clientUpdatedAt'>

const noTimes: ClientTimes = { clientCreatedAt: undefined, clientUpdatedAt: undefined }

interface OfUser {
  head: number
  readonly rows: Map<string, JournalRow>
}

/** The changes and their times, for the feed of user data: one row per entity. The times of one user are strictly ascending. */
export class Journal {
  readonly #now: () => number
  readonly #byUser = new Map<string, OfUser>()
  #clientTimes: ClientTimes = noTimes

  constructor(now: () => number) {
    this.#now = now
  }

  /** The time of the user's latest change; 0 if there is none. */
  head(userId: string): number {
    return this.#of(userId).head
  }

  rows(userId: string): readonly JournalRow[] {
    return [...this.#of(userId).rows.values()]
  }

  row(userId: string, resource: SyncResource, id: string): JournalRow | undefined {
    return this.#of(userId).rows.get(keyOf(resource, id))
  }

  changed(userId: string, resource: SyncResource, id: string, { ends, isGone = false }: Change = {}): void {
    const user = this.#of(userId)
    const former = user.rows.get(keyOf(resource, id))
    const known = former?.isGone === false ? former : undefined
    user.head = Math.max(this.#now(), user.head + 1)
    const { clientCreatedAt, clientUpdatedAt } = this.#clientTimes
    user.rows.set(keyOf(resource, id), {
      resource,
      id,
      ends: ends ?? former?.ends,
      madeAt: known?.madeAt ?? user.head,
      changedAt: user.head,
      isGone,
      clientCreatedAt: known ? known.clientCreatedAt : clientCreatedAt,
      clientUpdatedAt,
    })
  }

  /** Runs `work`. Its changes get these times of a client. */
  at<Result>(times: ClientTimes, work: () => Result): Result {
    this.#clientTimes = times
    try {
      return work()
    } finally {
      this.#clientTimes = noTimes
    }
  }

  #of(userId: string): OfUser {
    const found = this.#byUser.get(userId)
    if (found) return found
    const made = { head: 0, rows: new Map<string, JournalRow>() }
    this.#byUser.set(userId, made)
    return made
  }
}

/** The id of a membership. */
export const membershipId = (collectionId: string, bookmarkId: string) => `${collectionId}-${bookmarkId}`

const keyOf = (resource: SyncResource, id: string) => `${resource} ${id}`
