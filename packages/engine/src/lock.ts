import type { Clock } from '@waraq/client'
import type { WaraqDatabase } from './store/database.ts'
import { openWithin } from './store/open.ts'
import { claimWriter, extendLease, leaseMs, releaseWriter, type Writer } from './store/writer.ts'

/** The part of the Web Locks API that is used. */
export type Locks = Pick<LockManager, 'request'>

export interface WriterSeat {
  /** Runs `work` as the database's one writer; waits for its turn as long as the signal allows. */
  run<T>(signal: AbortSignal, work: (writer: Writer) => Promise<T>): Promise<T>
}

interface SeatOptions {
  readonly db: WaraqDatabase
  readonly name: string
  readonly holder: string
  readonly clock: Clock
  readonly locks: Locks | undefined
}

/** A Web Lock decides who writes. The fence is raised all the same, because a lock can be stolen from a frozen tab. */
function lockedSeat({ db, name, holder, clock }: SeatOptions, locks: Locks): WriterSeat {
  return {
    run: (signal, work) =>
      locks.request(`waraq:${name}:writer`, { signal }, async () => {
        await openWithin(db, clock)
        const claim = await claimWriter(db, { holder, now: clock.now(), respectLease: false })
        if (!('writer' in claim)) throw new Error('A claim that respects no lease is never refused')
        return work(claim.writer)
      }) as never,
  }
}

const leasePollMs = 1000

/** Without Web Locks a row of the database decides: a lease that its holder keeps extending. */
function leasedSeat({ db, holder, clock }: SeatOptions): WriterSeat {
  async function claim(signal: AbortSignal): Promise<Writer> {
    for (;;) {
      signal.throwIfAborted()
      await openWithin(db, clock)
      const claimed = await claimWriter(db, { holder, now: clock.now(), respectLease: true })
      if ('writer' in claimed) return claimed.writer
      await clock.sleep(Math.min(leasePollMs, Math.max(1, claimed.heldUntil - clock.now())), signal)
    }
  }

  async function keepAlive(writer: Writer, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await clock.sleep(leaseMs / 3, signal)
        await extendLease(writer, clock.now())
      }
    } catch {
      // Either the work is over, or the lease is lost and the fence will tell the work so.
    }
  }

  return {
    async run(signal, work) {
      const writer = await claim(signal)
      const done = new AbortController()
      const alive = keepAlive(writer, done.signal)
      try {
        return await work(writer)
      } finally {
        done.abort()
        await alive
        await releaseWriter(writer, holder).catch(() => undefined)
      }
    },
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
  return {
    run(signal, work) {
      const before = last
      const { aborted, forget } = abortOf(signal)
      const turn = Promise.race([before, aborted]).then(() => seat.run(signal, work))
      last = Promise.allSettled([before, turn]).then(forget)
      return turn
    },
  }
}

/** The seat of the database's one writer. */
export function writerSeat(options: SeatOptions): WriterSeat {
  return inTurn(options.locks ? lockedSeat(options, options.locks) : leasedSeat(options))
}
