import { WaraqError } from '@waraq/protocol'
import { isSameBeat, writerSuperseded, type Fence, type Heartbeat } from './fence.ts'

/** Who has the seat. */
export interface Holder {
  readonly name: string
  readonly fence: number
}

/** A fence as the tabs of one device share it, kept in memory. */
export class StoredFence {
  latest: Heartbeat = { fence: 0, aliveUntil: 0 }
  /** How often it was written. */
  writes = 0
  /** Written by a newer version: a tab of this version may not hold it. */
  isOfNewerFormat = false
  readonly #refused = new Map<keyof Fence<Holder>, { count: number; readonly times: number }>()

  /** Makes calls fail, the first so many of them. Returns how many have failed so far. */
  refuse(call: keyof Fence<Holder>, times = Infinity): () => number {
    const refused = { count: 0, times }
    this.#refused.set(call, refused)
    return () => refused.count
  }

  refuseNothing(): void {
    this.#refused.clear()
  }

  /** Whether this holder may still write. @throws {WaraqError} `writer_superseded` */
  check({ fence }: Holder): void {
    if (this.latest.fence > fence) throw writerSuperseded()
  }

  of(name: string): Fence<Holder> {
    const raise = (): Holder => {
      if (this.isOfNewerFormat)
        throw new WaraqError({ code: 'newer_format', message: 'Written by a newer version.' })
      const fence = this.latest.fence + 1
      this.#write({ fence, aliveUntil: 0 })
      return { name, fence }
    }
    const beat = (holder: Holder, aliveUntil: number) => {
      this.check(holder)
      this.#write({ fence: holder.fence, aliveUntil })
    }
    return {
      latest: async () => this.#asked('latest', () => this.latest),
      claim: async () => this.#asked('claim', raise),
      replace: async (silentSince) =>
        this.#asked('replace', () => (isSameBeat(this.latest, silentSince) ? raise() : undefined)),
      beat: async (holder, aliveUntil) => this.#asked('beat', () => beat(holder, aliveUntil)),
    }
  }

  #write(latest: Heartbeat): void {
    this.latest = latest
    this.writes++
  }

  #asked<T>(call: keyof Fence<Holder>, answer: () => T): T {
    const refused = this.#refused.get(call)
    if (!refused || refused.count >= refused.times) return answer()
    refused.count++
    throw new WaraqError({ code: 'storage_failed', message: `Refused: ${call}`, retryable: true })
  }
}
