import { openSeat, type Seat, type SeatWork } from '../../platform/seat/seat.ts'
import type { Fence } from '../../platform/seat/fence.ts'
import type { Locks } from '../../platform/locks/locks.ts'
import type { Clock } from '../../client/clock.ts'
import { answerWithin } from '../../store/answer-within.ts'
import type { WaraqDatabase } from '../../store/database.ts'
import { openWithin } from '../../store/open/open-within.ts'
import { beat, claimWriter, readWriter, replaceWriter, type Writer } from '../../store/writer.ts'

/** Work of the writer. The signal ends it when the caller gives up, and when another engine takes over. */
export type WritersWork<T> = SeatWork<Writer, T>

export type WriterSeat = Seat<Writer>

interface SeatOptions {
  readonly db: WaraqDatabase
  readonly name: string
  readonly holder: string
  readonly clock: Clock
  readonly random: () => number
  readonly locks: Locks
}

/** The seat of the database's one writer. Its fence is the database's, which each write transaction checks. */
export function writerSeat(options: SeatOptions): WriterSeat {
  const { db, name, holder, clock } = options
  const asked = async <T>(work: () => Promise<T>) => {
    await openWithin(db, clock)
    return answerWithin(clock, work)
  }
  const fence: Fence<Writer> = {
    latest: () => asked(() => readWriter(db)),
    claim: () => asked(() => claimWriter(db, holder, clock)),
    replace: (silentSince) => asked(() => replaceWriter(db, holder, silentSince, clock)),
    beat,
  }
  return openSeat({ ...options, fence, lock: `waraq:${name}:writer` })
}
