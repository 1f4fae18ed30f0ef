/** Deeper than any row that a service means to send, and far from where writing JSON runs out of stack. */
const deepest = 64

/** Whether a value is nested so deeply that storing it would fail. Looks no deeper than that itself. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth >= deepest) return true
  for (const field in value) if (isTooDeep((value as Record<string, unknown>)[field], depth + 1)) return true
  return false
}
