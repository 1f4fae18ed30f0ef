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

/** Milliseconds between checks of the feed for changes, while the page is shown. */
const everyMs = 5 * 60_000
/** Milliseconds within which several reasons for a check are combined, as at a start. */
const togetherMs = 10_000

export interface FeedRefreshOptions {
  readonly db: UserDatabase
  /** The feed, if it is the current transport. */
  readonly feed: () => Promise<Fed | undefined>
  readonly election: LeaderElection<Deliverer>
  readonly clock: Clock
  readonly isReady: () => boolean
  readonly isShown: () => boolean
  readonly onProblem: (problem: WaraqError | undefined) => void
}

/** Whether the feed reports everything in a list. Undefined if only the operations are the transport. */
export type IsFed = ((name: ListName) => boolean) | undefined

/** Keeps the data of the feed fresh: requests only the time of the latest change, and pulls if that time differs. */
export class FeedRefresh {
  readonly #options: FeedRefreshOptions
  readonly #closed = new AbortController()
  #askedAt = -Infinity
  #work: Promise<void> | undefined
  #isFollowing = false

  constructor(options: FeedRefreshOptions) {
    this.#options = options
  }

  /** Pulls if the feed has moved. */
  async check(): Promise<IsFed> {
    const { feed: feedOf, clock } = this.#options
    const feed = await feedOf()
    if (!feed) return undefined
    this.#follow()
    if (clock.monotonic() - this.#askedAt >= togetherMs) await this.#alone(() => this.#pullIfMoved(feed))
    return (name) => feed.lists(name)
  }

  /** Pulls regardless of age if the feed reports one of these lists. */
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
        // If the database cannot be read now, the next check may succeed.
        if (isShown() && isReady()) await this.check().catch(() => this.#follow())
        else this.#follow()
      },
      () => undefined,
    )
  }

  /** Runs one pull at a time. A caller in the meantime waits for the one that runs. */
  #alone(work: () => Promise<void>): Promise<void> {
    this.#work ??= this.#reported(work).finally(() => (this.#work = undefined))
    return this.#work
  }

  async #reported(work: () => Promise<void>): Promise<void> {
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

  /** `head`: the head to read up to. Another tab may have read up to it while this one waited. */
  async #pull(feed: Fed, head?: number): Promise<void> {
    const { db, clock, election } = this.#options
    const work = async (deliverer: Deliverer, alive: AbortSignal) => {
      if (head === undefined || (await db.feed())?.cursor !== head)
        await feed.pull({ outbox: new Outbox(db, deliverer), clock }, alive)
    }
    await election.run(this.#closed.signal, work, () => Promise.resolve())
  }
}
