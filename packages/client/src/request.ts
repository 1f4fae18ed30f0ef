import type { Address } from './address.ts'
import type { Clock } from './clock.ts'
import type { ContentDoor } from './content-door.ts'
import type { AddressKind } from './options.ts'

/** What every request goes out with. */
export interface Transport {
  fetch: typeof fetch
  clock: Clock
  door: ContentDoor
  headersMs: number
  idleMs: number
  totalMs: number
  /** Longest body of a snapshot and of any other answer. */
  mostBytes: { snapshot: number; page: number }
}

/** What is asked for, and where. */
export interface ContentRequest {
  kind: AddressKind
  address: Address
}
