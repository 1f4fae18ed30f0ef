import type { LeaderElection } from '../../platform/leader/leader-election.ts'
import type { Clock } from '../../client/clock.ts'
import { isAbort, isWaraqError, WaraqError } from '@waraq/protocol'
import type { UserDatabase } from '../store/database.ts'
import { storageError } from '../store/storage-error.ts'
import { Outbox, type Deliverer } from '../store/outbox.ts'
import type { UserTransport } from '../transports/transport.ts'
import { deliver } from './deliver.ts'
import type { Fed } from './fed.ts'
import { paceAfter, waitOf } from './pace.ts'
import { Rests } from './rest.ts'
import type { Turn } from './turn.ts'
import { unreadableRows } from './unreadable.ts'

/** The first act in a minute is sent soon; those that follow wait for each other. */
const soonMs = 1_000
const togetherMs = 5_000
const quietMs = 60_000
/** While something waits, the outbox is looked at this often. */
const againMs = 5 * 60_000

export interface DeliveryOptions {
  readonly db: UserDatabase
  readonly transport: UserTransport
  /** The feed, where it is the current transport. */
  readonly feed: () => Promise<Fed | undefined>
  readonly election: LeaderElection<Deliverer>
  readonly clock: Clock
  readonly random: () => number
  /** Whether requests may be made now: an account is signed in, and the device does not say that it is offline. */
  readonly isReady: () => boolean
  /** Milliseconds by which the service's clock is ahead, as the latest answer told; undefined before one came. */
  readonly offset: () => number | undefined
  readonly serviceTime: () => number | null | undefined
  /** Called with what keeps tries from succeeding, and with undefined once they succeed. */
  readonly onProblem: (problem: WaraqError | undefined) => void
}

/** Decides when this tab delivers, and takes its turns. Any number of tabs do the same: one at a time has the leadership. */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #rests = new Rests()
  readonly #closed = new AbortController()
  #timer: AbortController | undefined
  /** When the timer fires, by the clock that is not set. */
  #dueAt = Infinity
  #lastAct = -Infinity
  #turn: Promise<void> | undefined

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /** A person has acted in this tab. */
  acted(): void {
    const now = this.#options.clock.monotonic()
    this.within(now - this.#lastAct > quietMs ? soonMs : togetherMs)
    this.#lastAct = now
  }

  /** Takes a turn in so many milliseconds, or earlier if one is due earlier. */
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

  /** Takes a turn now. Resolves once it is over; what keeps it from succeeding is told as a problem. */
  turn(signal?: AbortSignal): Promise<void> {
    this.#turn ??= this.#take(signal).finally(() => (this.#turn = undefined))
    return this.#turn
  }

  /** Forgets a wait that this device chose by itself: the network is back, or a person has come back. */
  async hurry(): Promise<void> {
    const { db, clock } = this.#options
    const pace = await db.pace()
    if (pace && !pace.named) await db.meta.delete('pace')
    this.within(waitOf(pace?.named ? pace : undefined, clock.now()))
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
      const waitMs = waitOf(await db.pace(), clock.now())
      if (waitMs > 0) return this.within(waitMs)
      const turn = await this.#deliver(ended)
      onProblem(turn.problem ?? (await unreadableRows(db)))
      const left = await db.pending.filter(({ blocked }) => !blocked).count()
      if (left > 0) this.within(Math.min(againMs, turn.restsMs, await this.#waitMs(turn)))
    } catch (error) {
      if (ended.aborted) return
      if (isAbort(error)) return this.within(againMs)
      // Another tab has taken over: it goes on where this one stopped.
      if (isWaraqError(error) && error.code === 'writer_superseded') return this.within(againMs)
      onProblem(storageError(error))
      this.within(againMs)
    }
  }

  /** Until the next try after a failure; at once where pending changes came in the meantime. */
  async #waitMs({ problem }: Turn): Promise<number> {
    const { db, clock } = this.#options
    return problem ? waitOf(await db.pace(), clock.now()) : againMs
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
        rests: this.#rests,
        ahead: offset,
        serviceTime,
      }
      const turn = await deliver(options, alive)
      const last = await db.pace()
      if (turn.problem) await outbox.notePace(paceAfter(last, turn.problem, clock.now(), random))
      else if (last) await outbox.notePace(null)
      const ahead = offset()
      if (ahead !== undefined && Math.abs(ahead - (await db.clock()).offset) > 2_000)
        await outbox.noteOffset(ahead)
      return turn
    }
    return election.run(signal, work, () => Promise.resolve())
  }
}
