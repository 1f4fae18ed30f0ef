import type { Clock } from '@waraq/client'
import { isWaraqError } from '@waraq/contract'
import type { WaraqDatabase } from './store/database.ts'
import { answerWithin } from './store/answer-within.ts'
import { openWithin } from './store/open.ts'
import {
  claimWriter,
  extendLease,
  isSameBeat,
  isSuperseded,
  leaseMs,
  readWriter,
  releaseWriter,
  writerSuperseded,
  type Heartbeat,
  type Writer,
} from './store/writer.ts'

/** The part of the Web Locks API that is used. */
export type Locks = Pick<LockManager, 'request'>

/** What is done as the writer. Its signal ends it when the caller gives up, and when another took the writing over. */
export type WritersWork<T> = (writer: Writer, signal: AbortSignal) => Promise<T>

export interface WriterSeat {
  /**
   * Runs `work` as the database's one writer; waits for its turn as long as the signal allows. `onWait` is done before it
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
  readonly locks: Locks | undefined
}

/** A writer leaves a sign of life this often while it works. */
const heartbeatMs = leaseMs / 3

/** Does the work with a heartbeat, and ends it as soon as the fence was raised by another. */
async function workAlive<T>(
  { holder, clock, locks }: SeatOptions,
  writer: Writer,
  signal: AbortSignal,
  work: WritersWork<T>,
): Promise<T> {
  const done = new AbortController()
  const superseded = new AbortController()
  // Where a Web Lock decides, only a heartbeat makes a lease, so that what is done at once need not end one.
  let leased = !locks
  const beat = async () => {
    for (;;) {
      await clock.sleep(heartbeatMs, done.signal)
      try {
        leased = true
        await extendLease(writer, clock.now())
      } catch (error) {
        // A beat that storage refused is no reason to stop: the next one, or the work itself, meets what is wrong.
        if (!isSuperseded(error)) continue
        superseded.abort(error)
        return
      }
    }
  }
  const beating = beat().catch(() => undefined)
  try {
    return await work(writer, AbortSignal.any([signal, superseded.signal]))
  } finally {
    // Reasons of our own here and below: they only end waits, and an error that nothing reads is not made.
    done.abort('done')
    await beating
    if (leased) await releaseWriter(writer, holder).catch(() => undefined)
  }
}

/** A waiting engine looks this often whether the writer still leaves signs of life. */
const lookMs = 5_000
/** So many looks in a row at the same heartbeat, and its writer counts as frozen: 25 s, more than two heartbeats. */
const looksUntilSilent = 5
/** Those who wait behind one frozen tab take over at different times; the first of them is seen by the others. */
const mostDelayMs = 4_000
/** An engine that took over so often without ever finishing its work is itself what is wrong; it only waits then. */
const mostTakeovers = 3

/** Undefined where it cannot be read, which says nothing about the writer. */
async function latestBeat(db: WaraqDatabase, clock: Clock): Promise<Heartbeat | undefined> {
  try {
    await openWithin(db, clock)
    return await answerWithin(clock, () => readWriter(db))
  } catch {
    return undefined
  }
}

/**
 * Resolves once the writer has left no sign of life for long enough: with the writer that replaces it. Of all who wait
 * behind one silent writer the database chooses this way, before any of them touches the lock; else two could rob each
 * other, because a lock that was stolen a moment ago looks like that of a frozen tab. Counts looks instead of comparing
 * times: clocks jump, and where the whole device slept, the writer gets time to go on before it counts as frozen.
 */
async function replaceSilentWriter(
  { db, holder, clock, random }: SeatOptions,
  signal: AbortSignal,
): Promise<Writer> {
  let last: Heartbeat | undefined
  let same = 0
  for (;;) {
    await clock.sleep(lookMs, signal)
    const beat = await latestBeat(db, clock)
    if (beat === undefined) continue
    same = last && isSameBeat(beat, last) ? same + 1 : 0
    last = beat
    if (same < looksUntilSilent) continue
    await clock.sleep(random() * mostDelayMs, signal)
    const asked = { holder, now: clock.now(), respectLease: false, silentSince: beat }
    try {
      const claim = await answerWithin(clock, () => claimWriter(db, asked, clock))
      if ('writer' in claim) return claim.writer
    } catch (error) {
      // Nothing to wait for: whoever gets the seat is told the same.
      if (isWaraqError(error) && error.code === 'newer_format') throw error
    }
    same = 0
  }
}

/**
 * A Web Lock decides who writes. Browsers freeze tabs without taking their locks away, so whoever waits behind a silent
 * holder steals the lock; the fence keeps the former holder from writing when it thaws.
 */
function lockedSeat(options: SeatOptions, locks: Locks): WriterSeat {
  const { db, name, holder, clock } = options
  const lock = `waraq:${name}:writer`
  let takeovers = 0

  return {
    async run<T>(signal: AbortSignal, work: WritersWork<T>, onWait: OnWait): Promise<T> {
      const queue = new AbortController()
      const watch = new AbortController()
      const stolen = new AbortController()
      let holding: Promise<T> | undefined
      let replacing: Writer | undefined

      const claim = async (): Promise<Writer> => {
        await openWithin(db, clock)
        if (replacing) {
          const { fence } = await answerWithin(clock, () => readWriter(db))
          if (replacing.fence === fence) return replacing
        }
        const asked = { holder, now: clock.now(), respectLease: false }
        const claimed = await answerWithin(clock, () => claimWriter(db, asked, clock))
        if (!('writer' in claimed)) throw new Error('A claim that respects no lease is never refused')
        return claimed.writer
      }
      const write = async (): Promise<T> => {
        const result = await workAlive(options, await claim(), AbortSignal.any([signal, stolen.signal]), work)
        takeovers = 0
        return result
      }
      const enter = async (how: LockOptions): Promise<void> => {
        try {
          await locks.request(lock, how, (granted) => {
            if (!granted || (how.ifAvailable && signal.aborted)) return undefined
            watch.abort('entered')
            holding = write()
            return holding
          })
        } catch (error) {
          if (!holding) throw error
          // The lock is given up. Either the work failed by itself, which `holding` tells, or the lock was stolen.
          stolen.abort(writerSuperseded())
        }
      }

      // This one cannot be taken back: a signal goes with requests that wait only.
      await unlessAborted(enter({ ifAvailable: true }), signal)
      if (holding) return holding
      await onWait()
      if (takeovers < mostTakeovers) {
        const { signal: watched } = watch
        replaceSilentWriter(options, AbortSignal.any([signal, watched]))
          .then((writer) => void (replacing = writer))
          .catch(() => undefined)
          // By then the lock is here, or the caller has given up, or the lock is to be stolen.
          .finally(() => queue.abort('replaced'))
      }
      try {
        await enter({ signal: AbortSignal.any([signal, queue.signal]) })
      } catch (error) {
        if (signal.aborted || !queue.signal.aborted) throw error
        takeovers += 1
        await enter({ steal: true })
      } finally {
        watch.abort('left')
      }
      return holding!
    },
  }
}

const leasePollMs = 1000

/** Without Web Locks a row of the database decides: a lease that its holder keeps extending. */
function leasedSeat(options: SeatOptions): WriterSeat {
  const { db, holder, clock } = options
  async function claim(signal: AbortSignal, onWait: OnWait): Promise<Writer> {
    for (;;) {
      signal.throwIfAborted()
      await openWithin(db, clock)
      const asked = { holder, now: clock.now(), respectLease: true }
      const claimed = await answerWithin(clock, () => claimWriter(db, asked, clock))
      if ('writer' in claimed) return claimed.writer
      await onWait()
      await clock.sleep(Math.min(leasePollMs, Math.max(1, claimed.heldUntil - clock.now())), signal)
    }
  }
  return {
    run: async (signal, work, onWait) => workAlive(options, await claim(signal, onWait), signal, work),
  }
}

async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { aborted, forget } = abortOf(signal)
  try {
    await Promise.race([work, aborted])
  } finally {
    forget()
  }
}

/** Rejects with the signal's reason as soon as it is aborted; never resolves. */
function abortOf(signal: AbortSignal): { readonly aborted: Promise<never>; readonly forget: () => void } {
  let listener = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    listener = () => reject(signal.reason as Error)
    if (signal.aborted) listener()
    else signal.addEventListener('abort', listener, { once: true })
  })
  aborted.catch(() => undefined)
  return { aborted, forget: () => signal.removeEventListener('abort', listener) }
}

/** Serialises calls of one engine, so that it never competes with itself. A caller that gives up leaves the queue. */
function inTurn(seat: WriterSeat): WriterSeat {
  let last: Promise<unknown> = Promise.resolve()
  let calls = 0
  return {
    run(signal, work, onWait) {
      const before = last
      const { aborted, forget } = abortOf(signal)
      const prepared = calls++ > 0 ? onWait() : undefined
      const turn = Promise.race([before, aborted])
        .then(() => prepared)
        .then(() => seat.run(signal, work, onWait))
      prepared?.catch(() => undefined)
      last = Promise.allSettled([before, turn]).then(() => {
        calls--
        forget()
      })
      return turn
    },
  }
}

/** The seat of the database's one writer. */
export function writerSeat(options: SeatOptions): WriterSeat {
  return inTurn(options.locks ? lockedSeat(options, options.locks) : leasedSeat(options))
}
