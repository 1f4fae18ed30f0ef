import { unlessAborted } from '../../client/waits.ts'
import type { Locks } from '../locks/locks.ts'
import { writerSuperseded, type Heartbeat } from './epoch.ts'
import { workAlive } from './heartbeat.ts'
import { replaceSilentLeader, type SilenceOptions } from './silent-leader.ts'

/** Work of the leader. The signal ends it when the caller gives up, and when another one takes over. */
export type LeaderWork<Leader, T> = (leader: Leader, signal: AbortSignal) => Promise<T>

type Fenced = Pick<Heartbeat, 'epoch'>

export interface LeaderElection<Leader> {
  /**
   * Runs `work` as the one leader; waits for its turn as long as the signal allows. Calls `onWait` before it
   * waits, and not at all where the leadership is free.
   */
  run<T>(signal: AbortSignal, work: LeaderWork<Leader, T>, onWait: OnWait): Promise<T>
}

/** May be called more than once. */
export type OnWait = () => Promise<void>

export interface LeaderElectionOptions<Leader extends Fenced> extends SilenceOptions<Leader> {
  /** Name of the lock, the same for all that want this leadership. */
  readonly lock: string
  readonly locks: Locks
}

/** A lock that is held. */
interface Held {
  /** Aborted as soon as another one steals the lock. */
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
        // A granted request ends this way only where another one stole the lock.
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

/** One that took over so often without finishing its work is probably at fault itself; it then only waits. */
const mostTakeovers = 3

/** The lock; and the leader, where this one became it by replacing a silent one. */
interface Taken<Leader> {
  readonly lock: Held
  readonly leader?: Leader
}

/**
 * A Web Lock decides who has the leadership. Browsers freeze tabs without taking their locks away, so one that waits
 * behind a silent leader steals the lock. The epoch keeps the former leader from writing when it thaws.
 */
class LockedElection<Leader extends Fenced> implements LeaderElection<Leader> {
  readonly #options: LeaderElectionOptions<Leader>
  /** Since this one last finished its work. */
  #takeovers = 0

  constructor(options: LeaderElectionOptions<Leader>) {
    this.#options = options
  }

  async run<T>(signal: AbortSignal, work: LeaderWork<Leader, T>, onWait: OnWait): Promise<T> {
    const { lock, leader } = await this.#take(signal, onWait)
    try {
      const claimed = await this.#claim(leader)
      const result = await workAlive(this.#options, claimed, AbortSignal.any([signal, lock.stolen]), work)
      this.#takeovers = 0
      return result
    } finally {
      await lock.release()
    }
  }

  async #take(signal: AbortSignal, onWait: OnWait): Promise<Taken<Leader>> {
    // This request cannot be cancelled: `ifAvailable` allows no signal.
    const asked = takeLock(this.#options.locks, this.#options.lock, { ifAvailable: true })
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

  /** Waits for the lock, or until the one that has it is to be replaced, whichever comes first. */
  async #wait(signal: AbortSignal): Promise<Taken<Leader>> {
    const { locks, lock: name } = this.#options
    const over = new AbortController()
    const waiting = AbortSignal.any([signal, over.signal])
    const asked = takeLock(locks, name, { signal: waiting }) as Promise<Held>
    const replaced =
      this.#takeovers < mostTakeovers &&
      replaceSilentLeader(this.#options, waiting).then((leader) => ({ leader }))
    let isTaken = false
    try {
      const granted = asked.then((lock): Taken<Leader> => ({ lock }))
      const first = await (replaced ? Promise.race([granted, replaced]) : granted)
      isTaken = true
      if ('lock' in first) return first
      this.#takeovers += 1
      over.abort('replaced')
      // The lock may have come at this very moment.
      const lock = await asked.catch(() => {
        signal.throwIfAborted()
        return takeLock(locks, name, { steal: true }) as Promise<Held>
      })
      return { lock, ...first }
    } finally {
      over.abort('over')
      if (!isTaken) giveBack(asked)
    }
  }

  /** The leader that replaced a silent one, unless another has raised the epoch since; else a new one. */
  async #claim(leader: Leader | undefined): Promise<Leader> {
    const { epoch } = this.#options
    if (leader && leader.epoch === (await epoch.latest()).epoch) return leader
    return epoch.claim()
  }
}

/** Serialises calls of one user, so that it never competes with itself. A caller that gives up leaves the queue. */
function inTurn<Leader>(election: LeaderElection<Leader>): LeaderElection<Leader> {
  let last: Promise<unknown> = Promise.resolve()
  let calls = 0
  return {
    run(signal, work, onWait) {
      const before = last
      const prepared = calls++ > 0 ? onWait() : undefined
      const turn = unlessAborted(Promise.all([before, prepared]), signal).then(() =>
        election.run(signal, work, onWait),
      )
      last = Promise.allSettled([before, turn]).then(() => calls--)
      return turn
    },
  }
}

/** An election in which one tab or worker leads at a time. */
export function openLeaderElection<Leader extends Fenced>(
  options: LeaderElectionOptions<Leader>,
): LeaderElection<Leader> {
  return inTurn(new LockedElection(options))
}
