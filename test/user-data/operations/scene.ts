import type { UserClient } from 'waraq/client'
import type { Cast } from '../service.ts'

/** The users of a call: `me` and `other` may do everything, `only` has only the rights that the operation needs. */
export interface Scene extends Cast {
  /** The same user as `me`. Only the demonstrated operation is called through it. */
  readonly only: UserClient
}

/** A call of each operation of an area, with its expected result. */
export type CallsOf<Area extends keyof UserClient> = {
  readonly [Name in keyof UserClient[Area]]: (scene: Scene) => Promise<void>
}

export const day = 24 * 3_600_000
