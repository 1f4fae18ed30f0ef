import type { Probe } from '../probe.ts'
import type { CheckResult } from '../report.ts'

/** One assumption of the engine or of `waraq/user` about a service, and how to check it. */
export interface Check<Probed = Probe> {
  readonly name: string
  /** One sentence. */
  readonly assumes: string
  /** Source of the rule, if this is a rule of the interface. */
  readonly from?: string
  /**
   * Whether the check also runs if there is no token or, for an account, no feed. Default: without them the check is not made.
   */
  readonly runsAnyway?: true
  /** Runs the check. A rejection means that the check could not be made. */
  run(probe: Probed): Promise<CheckResult>
}
