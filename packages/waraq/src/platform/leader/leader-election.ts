import { unlessAborted } from '../../client/waits.ts'
import type { Locks } from '../locks/locks.ts'
import { writerSuperseded, type Heartbeat } from './epoch.ts'
import { workAlive } from './heartbeat.ts'
import { replaceSilentLeader, type SilenceOptions } from './silent-leader.ts'

/** Work of the leader. The signal ends it when the caller cancels, and when another leader takes over. */
export type LeaderWork<Leader, T> = (leader: Leader, signal: AbortSignal) => Promise<T>

type Fenced = Pick<Heartbeat, 'epoch'>

export interface LeaderElection<Leader> {
  /**
   * Runs `work` as the only leader. Waits for the leadership until the signal is aborted. Calls `onWait` before it waits, and
   * not at all if the leadership is free.
   */
  run<T>(signal: AbortSignal, work: LeaderWork<Leader, T>, onWait: OnWait): Promise<T>
}

/** May be called more than once. */
export type OnWait = () => Promise<void>

export interface LeaderElectionOptions<Leader extends Fenced> extends SilenceOptions<Leader> {
  /** Name of the lock, the same for all candidates for this leadership. */
  readonly lock: string
  readonly locks: Locks
}

/** A lock that is held. */
interface HeldLock {
  /** Aborted as soon as another one steals the lock. */
  readonly stolen: AbortSignal
  /** Releases the lock. Resolves once it is released. */
  release(): Promise<void>
}

/** Requests the lock. Null only for `ifAvailable`. Rejects if the browser refuses, or the request's signal ends the wait. */
function takeLock(locks: Locks, name: string, how: LockOptions): Promise<HeldLock | null> {
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
        // A granted request rejects only if another one stole the lock.
        stolen.abort(writerSuperseded())
        reject(error as Error)
      })
  })
}

/** Releases the lock if it is granted after its caller stopped waiting. */
function giveBack(asked: Promise<HeldLock | null>): void {
  asked.then(
    (held) => held?.release(),
    () => undefined,
  )
}

/** A candidate that took over this many times without finishing its work is probably at fault itself. It then only waits. */
const mostTakeovers = 3

/** The lock, and the leader if this candidate became it by replacing a silent one. */
interface Taken<Leader> {
  readonly lock: HeldLock
  readonly leader?: Leader
}

/**
 * A Web Lock decides which candidate leads. Browsers freeze tabs without releasing their locks, so a candidate that waits
 * behind a silent leader steals the lock. The epoch prevents the former leader from writing when it resumes.
 */
class LockedElection<Leader extends Fenced> implements LeaderElection<Leader> {
  readonly #options: LeaderElectionOptions<Leader>
  /** Takeovers since this candidate last finished its work. */
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

  /** Waits until the lock is granted or the leader has to be replaced, whichever comes first. */
  async #wait(signal: AbortSignal): Promise<Taken<Leader>> {
    const { locks, lock: name } = this.#options
    const over = new AbortController()
    const waiting = AbortSignal.any([signal, over.signal])
    const asked = takeLock(locks, name, { signal: waiting }) as Promise<HeldLock>
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
      // The lock may have been granted at this very moment.
      const lock = await asked.catch(() => {
        signal.throwIfAborted()
        return takeLock(locks, name, { steal: true }) as Promise<HeldLock>
      })
      return { lock, ...first }
    } finally {
      over.abort('over')
      if (!isTaken) giveBack(asked)
    }
  }

  /** Returns the leader that replaced a silent one, unless another has raised the epoch since. Otherwise claims a new one. */
  async #claim(leader: Leader | undefined): Promise<Leader> {
    const { epoch } = this.#options
    if (leader && leader.epoch === (await epoch.latest()).epoch) return leader
    return epoch.claim()
  }
}

/**
 * Serialises the calls of one user of the election, so that it never competes with itself. A caller that cancels leaves the
 * queue.
 */
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

/** Opens an election in which only one tab or worker leads at a time. */
export function openLeaderElection<Leader extends Fenced>(
  options: LeaderElectionOptions<Leader>,
): LeaderElection<Leader> {
  return inTurn(new LockedElection(options))
}
