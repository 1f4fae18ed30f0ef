import type { Sight } from '../../doctor/report.ts'
import type { Stage } from './stage.ts'

/** A play of the service that brings one kind of mistake to light. */
export interface Script {
  /** The mistake's name, stable: `token_by_itself`. */
  readonly name: string
  /** What a client has to do, in one sentence. */
  readonly must: string
  /** The number of the mistake in the guide; undefined of what is no mistake of its own. */
  readonly mistake?: number
  /** Each call of `stage` gives a service of its own, and a device without data. */
  play(stage: () => Stage): Promise<Sight>
}
