import type { LeaderElection } from '../../platform/leader/leader-election.ts'
import type { Clock } from '../../client/clock.ts'
import { isAbort, type WaraqError } from '@waraq/protocol'
import type { ListName } from '../model/listing.ts'
import { storageError } from '../store/storage-error.ts'
import type { UserDatabase } from '../store/database.ts'
import { Outbox, type Deliverer } from '../store/outbox.ts'
import { isWholeDue } from '../store/feed-cursor.ts'
import type { Fed } from './fed.ts'
import { unreadableRows } from './unreadable.ts'

/** While it is shown, the feed is asked this often whether anything has changed, in milliseconds. */
const everyMs = 5 * 60_000
/** Several reasons to ask come together, as at a start. */
const togetherMs = 10_000

export interface FeedRefreshOptions {
  readonly db: UserDatabase
  /** The feed, where it is the current transport. */
  readonly feed: () => Promise<Fed | undefined>
  readonly election: LeaderElection<Deliverer>
  readonly clock: Clock
  readonly isReady: () => boolean
  readonly isShown: () => boolean
  readonly onProblem: (problem: WaraqError | undefined) => void
}

/** Whether the feed tells all that a list would. Undefined where operations alone are the transport. */
export type IsFed = ((name: ListName) => boolean) | undefined

/** Keeps what the feed told fresh: asks for the time of the latest change alone, and pulls where that differs. */
export class FeedRefresh {
  readonly #options: FeedRefreshOptions
  readonly #closed = new AbortController()
  #askedAt = -Infinity
  #work: Promise<void> | undefined
  #isFollowing = false

  constructor(options: FeedRefreshOptions) {
    this.#options = options
  }

  /** Pulls where the feed has moved. */
  async check(): Promise<IsFed> {
    const { feed: feedOf, clock } = this.#options
    const feed = await feedOf()
    if (!feed) return undefined
    this.#follow()
    if (clock.monotonic() - this.#askedAt >= togetherMs) await this.#alone(() => this.#pullIfMoved(feed))
    return (name) => feed.lists(name)
  }

  /** Pulls whatever its age, where it tells one of these lists. */
  async now(names: readonly ListName[]): Promise<IsFed> {
    const feed = await this.#options.feed()
    if (!feed) return undefined
    if (names.some((name) => feed.lists(name))) {
      await this.#work
      await this.#alone(() => this.#pull(feed))
    }
    return (name) => feed.lists(name)
  }

  close(): void {
    this.#closed.abort('closed')
  }

  #follow(): void {
    if (this.#isFollowing || this.#closed.signal.aborted) return
    this.#isFollowing = true
    this.#options.clock.sleep(everyMs, this.#closed.signal).then(
      async () => {
        this.#isFollowing = false
        const { isShown, isReady } = this.#options
        // Where the database refuses to be read, the next time may be better.
        if (isShown() && isReady()) await this.check().catch(() => this.#follow())
        else this.#follow()
      },
      () => undefined,
    )
  }

  /** One at a time; who asks meanwhile waits for the one that runs. */
  #alone(work: () => Promise<void>): Promise<void> {
    this.#work ??= this.#told(work).finally(() => (this.#work = undefined))
    return this.#work
  }

  async #told(work: () => Promise<void>): Promise<void> {
    const { db, onProblem, clock } = this.#options
    this.#askedAt = clock.monotonic()
    try {
      await work()
      onProblem(await unreadableRows(db))
    } catch (error) {
      if (!this.#closed.signal.aborted && !isAbort(error)) onProblem(storageError(error))
    }
  }

  async #pullIfMoved(feed: Fed): Promise<void> {
    const { db, clock } = this.#options
    const known = await db.feed()
    if (!known || isWholeDue(known, clock.now())) return this.#pull(feed)
    const head = await feed.head({ signal: this.#closed.signal })
    if (head !== known.cursor) await this.#pull(feed, head)
  }

  /** `head`: another tab may have read as far while this one waited. */
  async #pull(feed: Fed, head?: number): Promise<void> {
    const { db, clock, election } = this.#options
    const work = async (deliverer: Deliverer, alive: AbortSignal) => {
      if (head === undefined || (await db.feed())?.cursor !== head)
        await feed.pull({ outbox: new Outbox(db, deliverer), clock }, alive)
    }
    await election.run(this.#closed.signal, work, () => Promise.resolve())
  }
}
