import type { Results } from '../node/results.ts'
import type { Service } from '../node/service.ts'
import type { Setting } from '../node/setting.ts'
import type { Site } from '../node/site.ts'

export interface Turn {
  /** Number of the round, from 0. It seeds all random choices. */
  readonly round: number
  readonly site: Site
  readonly setting: Setting
  /** Its content does not change; a case that publishes starts a service of its own. */
  readonly service: Service
  readonly results: Results
}

/** Measurements that are taken together. */
export interface BenchCase {
  readonly title: string
  /** Of all rows of the report that it fills. */
  readonly names: readonly string[]
  /** Whether it is taken in a setting that is not the usual one; by default it is not. */
  readonly isMain?: (setting: Setting) => boolean
  /** A round of it takes well under a minute. */
  readonly isShort?: boolean
  run(turn: Turn): Promise<void>
}

/** Each round begins with another one, so that none always comes after the same neighbour. */
export function rotated<T>(items: readonly T[], round: number): T[] {
  const by = round % items.length
  return [...items.slice(by), ...items.slice(0, by)]
}
