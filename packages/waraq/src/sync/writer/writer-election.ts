import {
  openLeaderElection,
  type LeaderElection,
  type LeaderWork,
} from '../../platform/leader/leader-election.ts'
import type { EpochStore } from '../../platform/leader/epoch.ts'
import type { Locks } from '../../platform/locks/locks.ts'
import type { Clock } from '../../client/clock.ts'
import { answerWithin } from '../../store/answer-within.ts'
import type { WaraqDatabase } from '../../store/database.ts'
import { openWithin } from '../../store/open/open-within.ts'
import { heartbeat, claimWriter, readWriter, replaceWriter, type Writer } from '../../store/writer.ts'

/** Work of the writer. Its signal aborts when the caller cancels the work or another engine takes over. */
export type WritersWork<T> = LeaderWork<Writer, T>

export type WriterElection = LeaderElection<Writer>

interface LeaderElectionOptions {
  readonly db: WaraqDatabase
  readonly name: string
  readonly leader: string
  readonly clock: Clock
  readonly random: () => number
  readonly locks: Locks
}

/**
 * Opens the leader election of the database's single writer. Its epoch is stored in the database, and each write transaction
 * checks it.
 */
export function writerElection(options: LeaderElectionOptions): WriterElection {
  const { db, name, leader, clock } = options
  const asked = async <T>(work: () => Promise<T>) => {
    await openWithin(db, clock)
    return answerWithin(clock, work)
  }
  const epoch: EpochStore<Writer> = {
    latest: () => asked(() => readWriter(db)),
    claim: () => asked(() => claimWriter(db, leader, clock)),
    replace: (silentSince) => asked(() => replaceWriter(db, leader, silentSince, clock)),
    heartbeat,
  }
  return openLeaderElection({ ...options, epoch, lock: `waraq:${name}:writer` })
}
