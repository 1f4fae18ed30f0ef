import { vi } from 'vitest'

/**
 * Set-up of test files: `vi.waitFor` and `vi.waitUntil` give up after a second unless told otherwise, which a busy machine
 * takes at times. Only a hang takes as long as this.
 */
const timeout = 120_000
type Options = Parameters<typeof vi.waitFor>[1]
const patient = (given: Options) => (typeof given === 'number' ? given : { timeout, ...given })

/** Files that share a process share `vi`. */
const shared: typeof vi & { isPatient?: true } = vi
if (!shared.isPatient) {
  const { waitFor, waitUntil } = vi
  vi.waitFor = (look, options) => waitFor(look, patient(options))
  vi.waitUntil = (look, options) => waitUntil(look, patient(options))
  shared.isPatient = true
}
