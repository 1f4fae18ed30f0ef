import type { UserClient } from 'waraq/user-client'
import type { Cast } from '../service.ts'

/** The users of a call: `me` and `other` may do everything, `only` may do what the operation needs and nothing else. */
export interface Scene extends Cast {
  /** The same user as `me`. The operation that is shown is called through it, and nothing else. */
  readonly only: UserClient
}

/** A call of each operation of an area, with what it has to come to. */
export type CallsOf<Area extends keyof UserClient> = {
  readonly [Name in keyof UserClient[Area]]: (scene: Scene) => Promise<void>
}

export const day = 24 * 3_600_000
