import type { CheckResult } from '../../doctor/report.ts'
import type { Stage } from './stage.ts'

/** A scripted behaviour of the service that reveals one kind of mistake. */
export interface Script {
  /** The mistake's stable name: `token_by_itself`. */
  readonly name: string
  /** The required behaviour of a client, in one sentence. */
  readonly must: string
  /** The number of the mistake in the guide. Undefined if the script tests no separate mistake. */
  readonly mistake?: number
  /** Runs the script. Each call of `stage` creates a new service and a device without data. */
  play(stage: () => Stage): Promise<CheckResult>
}
