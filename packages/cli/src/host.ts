import type { Clock } from 'waraq/client'
import type { Environment } from './service/environment.ts'

/** The environment of a command: streams, files, clock and signals. */
export interface Host {
  readonly env: Environment
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: () => number
  /** Version of this package. */
  readonly version: string
  /** Standard output. */
  out(text: string): void
  /** Standard error. */
  err(text: string): void
  /** Whether standard error is shown to a person. */
  readonly isTerminal: boolean
  readFile(path: string): Promise<string>
  /** Loads and runs the module at this path. */
  load(path: string): Promise<unknown>
  writeFile(path: string, text: string): Promise<void>
  /** Aborted when the person interrupts the command. */
  readonly signal: AbortSignal
}
