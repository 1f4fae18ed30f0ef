import type { Probe } from '../probe.ts'
import type { Sight } from '../report.ts'

/** One assumption of the engine about a service, and how to check it. */
export interface Check {
  readonly name: string
  /** One sentence. */
  readonly assumes: string
  /** Of a rule of the interface: where it is written. */
  readonly from?: string
  /** Whether it takes an access token. */
  readonly takesToken: boolean
  /** A rejection is a check that could not be made. */
  look(probe: Probe): Promise<Sight>
}
