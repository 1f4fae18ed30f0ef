import type { LeaderElection } from '../../platform/leader/leader-election.ts'
import type { Clock } from '../../client/clock.ts'
import { isAbort, isWaraqError, WaraqError } from '@waraq/protocol'
import type { UserDatabase } from '../store/database.ts'
import { storageError } from '../store/storage-error.ts'
import { Outbox, type Deliverer } from '../store/outbox.ts'
import type { UserTransport } from '../transports/transport.ts'
import { deliver } from './deliver.ts'
import type { Fed } from './fed.ts'
import { backoffAfter, waitOf } from './backoff.ts'
import { Doubts } from './doubts.ts'
import type { Turn } from './turn.ts'
import { unreadableRows } from './unreadable.ts'

/** The first mutation in a minute is sent soon. Mutations that follow are collected. */
const soonMs = 1_000
const togetherMs = 5_000
const quietMs = 60_000
/** While something waits, the outbox is checked at this interval. */
const againMs = 5 * 60_000

export interface DeliveryOptions {
  readonly db: UserDatabase
  readonly transport: UserTransport
  /** The feed, if it is the current transport. */
  readonly feed: () => Promise<Fed | undefined>
  readonly election: LeaderElection<Deliverer>
  readonly clock: Clock
  readonly random: () => number
  /** Whether requests may be made now: an account is signed in, and the device does not report that it is offline. */
  readonly isReady: () => boolean
  /** Milliseconds by which the service's clock is ahead, as the latest answer reported; undefined before the first answer. */
  readonly offset: () => number | undefined
  readonly serviceTime: () => number | null | undefined
  /** Called with the error that keeps tries from succeeding, and with undefined once they succeed. */
  readonly onProblem: (problem: WaraqError | undefined) => void
}

/** Schedules and runs the turns of delivery in this tab. Any number of tabs do the same, but only one at a time is the leader. */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #doubts = new Doubts()
  readonly #closed = new AbortController()
  #timer: AbortController | undefined
  /** When the timer fires, by the monotonic clock. */
  #dueAt = Infinity
  #lastMutation = -Infinity
  #turn: Promise<void> | undefined

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /** Schedules a turn after a mutation in this tab. */
  mutated(): void {
    const now = this.#options.clock.monotonic()
    this.within(now - this.#lastMutation > quietMs ? soonMs : togetherMs)
    this.#lastMutation = now
  }

  /** Takes a turn in `ms` milliseconds, or earlier if one is due earlier. */
  within(ms: number): void {
    const { clock } = this.#options
    const dueAt = clock.monotonic() + ms
    if (this.#closed.signal.aborted || dueAt >= this.#dueAt) return
    this.#dueAt = dueAt
    this.#timer?.abort('replaced')
    const timer = (this.#timer = new AbortController())
    clock.sleep(ms, timer.signal).then(
      () => {
        this.#dueAt = Infinity
        void this.turn()
      },
      () => undefined,
    )
  }

  /** Takes a turn now. Resolves once it is over; an error that keeps it from succeeding is reported to `onProblem`. */
  turn(signal?: AbortSignal): Promise<void> {
    this.#turn ??= this.#take(signal).finally(() => (this.#turn = undefined))
    return this.#turn
  }

  /** Drops a wait that this device chose itself, because the network or a person is back. A wait that the service named stays. */
  async hurry(): Promise<void> {
    const { db, clock } = this.#options
    const backoff = await db.backoff()
    if (backoff && !backoff.named) await db.meta.delete('backoff')
    this.within(waitOf(backoff?.named ? backoff : undefined, clock.now()))
  }

  close(): void {
    this.#closed.abort('closed')
    this.#timer?.abort('closed')
  }

  async #take(signal?: AbortSignal): Promise<void> {
    const { db, clock, isReady, onProblem } = this.#options
    const ended = signal ? AbortSignal.any([signal, this.#closed.signal]) : this.#closed.signal
    try {
      if (ended.aborted || !isReady() || (await db.pending.count()) === 0) return
      const waitMs = waitOf(await db.backoff(), clock.now())
      if (waitMs > 0) return this.within(waitMs)
      const turn = await this.#deliver(ended)
      onProblem(turn.problem ?? (await unreadableRows(db)))
      const left = await db.pending.filter(({ blocked }) => !blocked).count()
      if (left > 0) this.within(Math.min(againMs, turn.inDoubtMs, await this.#waitMs(turn)))
    } catch (error) {
      if (ended.aborted) return
      if (isAbort(error)) return this.within(againMs)
      // Another tab has taken over and continues where this one stopped.
      if (isWaraqError(error) && error.code === 'writer_superseded') return this.within(againMs)
      onProblem(storageError(error))
      this.within(againMs)
    }
  }

  /** Milliseconds until the next try. After a failure this is the backoff, or 0 if the backoff was deleted in the meantime. */
  async #waitMs({ problem }: Turn): Promise<number> {
    const { db, clock } = this.#options
    return problem ? waitOf(await db.backoff(), clock.now()) : againMs
  }

  #deliver(signal: AbortSignal): Promise<Turn> {
    const { db, transport, election, clock, random, offset, serviceTime } = this.#options
    const work = async (deliverer: Deliverer, alive: AbortSignal) => {
      const outbox = new Outbox(db, deliverer)
      const feed = await this.#options.feed()
      const options = {
        outbox,
        transport: transport,
        feed,
        clock,
        doubts: this.#doubts,
        ahead: offset,
        serviceTime,
      }
      const turn = await deliver(options, alive)
      const last = await db.backoff()
      if (turn.problem) await outbox.noteBackoff(backoffAfter(last, turn.problem, clock.now(), random))
      else if (last) await outbox.noteBackoff(null)
      const ahead = offset()
      if (ahead !== undefined && Math.abs(ahead - (await db.clock()).offset) > 2_000)
        await outbox.noteOffset(ahead)
      return turn
    }
    return election.run(signal, work, () => Promise.resolve())
  }
}
