import type { Probe } from '../probe.ts'
import type { Sight } from '../report.ts'

/** One thing that the engine assumes of a service, and how to see whether it is so. */
export interface Check {
  readonly name: string
  /** One sentence. */
  readonly assumes: string
  /** Whether it takes an access token. */
  readonly takesToken: boolean
  /** A rejection is a check that could not be made. */
  look(probe: Probe): Promise<Sight>
}
