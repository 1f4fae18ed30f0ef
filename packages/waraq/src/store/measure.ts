/** Maximum nesting. Deeper than any row that a service means to send, and far from where writing JSON runs out of stack. */
const deepest = 64

/** Approximate length of numbers and words such as `true` as JSON text. */
const shortLength = 5

/**
 * Returns the approximate length of a value as JSON text, without the names of top-level fields. Returns a string with the reason
 * if the value cannot be stored as received: it is nested so deeply that writing it would overflow the stack, or parsing has
 * changed one of its numbers. Does not descend further than the maximum nesting. An exact length would cost writing the text
 * twice.
 */
export function measure(value: unknown, depth = 0): number | string {
  if (typeof value === 'string') return value.length + 3
  if (typeof value === 'number') {
    const altered = !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))
    return altered ? 'a number too great to be kept' : shortLength
  }
  if (typeof value !== 'object' || value === null) return shortLength
  if (depth >= deepest) return 'nested too deeply'
  let size = 2
  for (const field in value) {
    const measured = measure((value as Record<string, unknown>)[field], depth + 1)
    if (typeof measured === 'string') return measured
    // The field names of nested objects are written each time.
    size += depth > 0 ? measured + field.length : measured
  }
  return size
}
