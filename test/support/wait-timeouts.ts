import { vi } from 'vitest'

/**
 * Set-up of test files: by default `vi.waitFor` and `vi.waitUntil` give up after a second, which a busy machine sometimes
 * needs. Only a hang takes as long as this timeout.
 */
const timeout = 120_000
type Options = Parameters<typeof vi.waitFor>[1]
const withTimeout = (given: Options) => (typeof given === 'number' ? given : { timeout, ...given })

/** Files that share a process share `vi`. */
const shared: typeof vi & { hasTimeouts?: true } = vi
if (!shared.hasTimeouts) {
  const { waitFor, waitUntil } = vi
  vi.waitFor = (look, options) => waitFor(look, withTimeout(options))
  vi.waitUntil = (look, options) => waitUntil(look, withTimeout(options))
  shared.hasTimeouts = true
}
