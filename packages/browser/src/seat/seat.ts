import { unlessAborted, type Clock } from '@waraq/client'
import { replaceSilentWriter } from './silent-writer.ts'
import type { Locks } from '../platform/locks.ts'
import { answerWithin } from '../store/answer-within.ts'
import type { WaraqDatabase } from '../store/database.ts'
import { openWithin } from '../store/open/open-within.ts'
import { claimWriter, readWriter, writerSuperseded, type Writer } from '../store/writer.ts'
import { workAlive } from './heartbeat.ts'

/** Work of the writer. The signal ends it when the caller gives up, and when another engine takes over. */
export type WritersWork<T> = (writer: Writer, signal: AbortSignal) => Promise<T>

export interface WriterSeat {
  /**
   * Runs `work` as the database's one writer; waits for its turn as long as the signal allows. Calls `onWait` before it
   * waits, and not at all where the seat is free.
   */
  run<T>(signal: AbortSignal, work: WritersWork<T>, onWait: OnWait): Promise<T>
}

/** May be called more than once. */
export type OnWait = () => Promise<void>

interface SeatOptions {
  readonly db: WaraqDatabase
  readonly name: string
  readonly holder: string
  readonly clock: Clock
  readonly random: () => number
  readonly locks: Locks
}

/** A lock that is held. */
interface Held {
  /** Aborted as soon as another engine steals the lock. */
  readonly stolen: AbortSignal
  /** Gives the lock up; resolves once that is done. */
  release(): Promise<void>
}

/**
 * Requests the lock. Null only for `ifAvailable`. Rejects where the browser refuses, or the request's signal ends the wait.
 */
function takeLock(locks: Locks, name: string, how: LockOptions): Promise<Held | null> {
  return new Promise((resolve, reject) => {
    const stolen = new AbortController()
    const over: Promise<void> = locks
      .request(name, how, (granted) => {
        if (!granted) return resolve(null)
        return new Promise<void>((leave) => {
          const release = () => {
            leave()
            return over
          }
          resolve({ stolen: stolen.signal, release })
        })
      })
      .catch((error: unknown) => {
        // A granted request ends this way only where another engine stole the lock.
        stolen.abort(writerSuperseded())
        reject(error as Error)
      })
  })
}

/** For a request that its caller no longer waits for: gives the lock up if it still comes. */
function giveBack(asked: Promise<Held | null>): void {
  asked.then(
    (held) => held?.release(),
    () => undefined,
  )
}

/** An engine that took over so often without finishing its work is probably at fault itself; it then only waits. */
const mostTakeovers = 3

/** The lock; and the writer, where this engine became it by replacing a silent one. */
interface Taken {
  readonly lock: Held
  readonly writer?: Writer
}

/**
 * A Web Lock decides which engine writes. Browsers freeze tabs without taking their locks away, so an engine that waits
 * behind a silent holder steals the lock. The fence keeps the former holder from writing when it thaws.
 */
class LockedSeat implements WriterSeat {
  readonly #options: SeatOptions
  readonly #lock: string
  /** Since this engine last finished its work. */
  #takeovers = 0

  constructor(options: SeatOptions) {
    this.#options = options
    this.#lock = `waraq:${options.name}:writer`
  }

  async run<T>(signal: AbortSignal, work: WritersWork<T>, onWait: OnWait): Promise<T> {
    const { lock, writer } = await this.#take(signal, onWait)
    try {
      const claimed = await this.#claim(writer)
      const { clock } = this.#options
      const result = await workAlive(clock, claimed, AbortSignal.any([signal, lock.stolen]), work)
      this.#takeovers = 0
      return result
    } finally {
      await lock.release()
    }
  }

  async #take(signal: AbortSignal, onWait: OnWait): Promise<Taken> {
    // This request cannot be cancelled: `ifAvailable` allows no signal.
    const asked = takeLock(this.#options.locks, this.#lock, { ifAvailable: true })
    try {
      const lock = await unlessAborted(asked, signal)
      if (lock) return { lock }
    } catch (error) {
      giveBack(asked)
      throw error
    }
    await onWait()
    return this.#wait(signal)
  }

  /** Waits for the lock, or until the writer that has it is to be replaced, whichever comes first. */
  async #wait(signal: AbortSignal): Promise<Taken> {
    const { locks } = this.#options
    const over = new AbortController()
    const waiting = AbortSignal.any([signal, over.signal])
    const asked = takeLock(locks, this.#lock, { signal: waiting }) as Promise<Held>
    const replaced = this.#takeovers < mostTakeovers && replaceSilentWriter(this.#options, waiting)
    let isTaken = false
    try {
      const granted = asked.then((lock): Taken => ({ lock }))
      const first = await (replaced ? Promise.race([granted, replaced]) : granted)
      isTaken = true
      if ('lock' in first) return first
      this.#takeovers += 1
      over.abort('replaced')
      // The lock may have come at this very moment.
      const lock = await asked.catch(() => {
        signal.throwIfAborted()
        return takeLock(locks, this.#lock, { steal: true }) as Promise<Held>
      })
      return { lock, writer: first }
    } finally {
      over.abort('over')
      if (!isTaken) giveBack(asked)
    }
  }

  /** The writer that replaced a silent one, unless another has raised the fence since; else a new one. */
  async #claim(writer: Writer | undefined): Promise<Writer> {
    const { db, holder, clock } = this.#options
    await openWithin(db, clock)
    if (writer) {
      const { fence } = await answerWithin(clock, () => readWriter(db))
      if (writer.fence === fence) return writer
    }
    return answerWithin(clock, () => claimWriter(db, holder, clock))
  }
}

/** Serialises calls of one engine, so that it never competes with itself. A caller that gives up leaves the queue. */
function inTurn(seat: WriterSeat): WriterSeat {
  let last: Promise<unknown> = Promise.resolve()
  let calls = 0
  return {
    run(signal, work, onWait) {
      const before = last
      const prepared = calls++ > 0 ? onWait() : undefined
      const turn = unlessAborted(Promise.all([before, prepared]), signal).then(() =>
        seat.run(signal, work, onWait),
      )
      last = Promise.allSettled([before, turn]).then(() => calls--)
      return turn
    },
  }
}

/** The seat of the database's one writer. */
export function writerSeat(options: SeatOptions): WriterSeat {
  return inTurn(new LockedSeat(options))
}
