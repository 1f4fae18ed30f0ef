/** Deeper than any row that a service means to send, and far from where writing JSON runs out of stack. */
const deepest = 64

/**
 * Why a value could not be stored as it came, or undefined where it can: nested so deeply that writing it would run out of
 * stack, or holding a number that is not the one that was sent any more. Looks no deeper than it allows.
 */
export function unstorable(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'number') {
    const altered = !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))
    return altered ? 'a number too great to be kept' : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= deepest) return 'nested too deeply'
  for (const field in value) {
    const problem = unstorable((value as Record<string, unknown>)[field], depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}
