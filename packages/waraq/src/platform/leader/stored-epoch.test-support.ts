import { WaraqError } from '@waraq/protocol'
import { isSameHeartbeat, writerSuperseded, type EpochStore, type Heartbeat } from './epoch.ts'

/** Who has the leadership. */
export interface Leader {
  readonly name: string
  readonly epoch: number
}

/** An epoch as the tabs of one device share it, kept in memory. */
export class StoredEpoch {
  latest: Heartbeat = { epoch: 0, leaseUntil: 0 }
  /** How often it was written. */
  writes = 0
  /** Written by a newer version: a tab of this version may not hold it. */
  isOfNewerFormat = false
  readonly #refused = new Map<keyof EpochStore<Leader>, { count: number; readonly times: number }>()

  /** Makes calls fail, the first so many of them. Returns how many have failed so far. */
  refuse(call: keyof EpochStore<Leader>, times = Infinity): () => number {
    const refused = { count: 0, times }
    this.#refused.set(call, refused)
    return () => refused.count
  }

  refuseNothing(): void {
    this.#refused.clear()
  }

  /** Whether this leader may still write. @throws {WaraqError} `writer_superseded` */
  check({ epoch }: Leader): void {
    if (this.latest.epoch > epoch) throw writerSuperseded()
  }

  of(name: string): EpochStore<Leader> {
    const raise = (): Leader => {
      if (this.isOfNewerFormat)
        throw new WaraqError({ code: 'newer_format', message: 'Written by a newer version.' })
      const epoch = this.latest.epoch + 1
      this.#write({ epoch, leaseUntil: 0 })
      return { name, epoch }
    }
    const heartbeat = (leader: Leader, leaseUntil: number) => {
      this.check(leader)
      this.#write({ epoch: leader.epoch, leaseUntil })
    }
    return {
      latest: async () => this.#asked('latest', () => this.latest),
      claim: async () => this.#asked('claim', raise),
      replace: async (silentSince) =>
        this.#asked('replace', () => (isSameHeartbeat(this.latest, silentSince) ? raise() : undefined)),
      heartbeat: async (leader, leaseUntil) => this.#asked('heartbeat', () => heartbeat(leader, leaseUntil)),
    }
  }

  #write(latest: Heartbeat): void {
    this.latest = latest
    this.writes++
  }

  #asked<T>(call: keyof EpochStore<Leader>, answer: () => T): T {
    const refused = this.#refused.get(call)
    if (!refused || refused.count >= refused.times) return answer()
    refused.count++
    throw new WaraqError({ code: 'storage_failed', message: `Refused: ${call}`, retryable: true })
  }
}
