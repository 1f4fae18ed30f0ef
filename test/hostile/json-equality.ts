/**
 * Whether `parsed` is what `received` was, field by field and code unit by code unit. An own `__proto__` field may be
 * missing where a schema rebuilds an object; in rows, which are handed on as they came, it may not: those are compared by
 * their text.
 */
export function keeps(received: unknown, parsed: unknown, verbatim = false): boolean {
  if (received === parsed) return true
  if (typeof received !== 'object' || typeof parsed !== 'object' || received === null || parsed === null)
    return false
  if (Array.isArray(received) !== Array.isArray(parsed)) return false
  const fieldsOf = (value: object) => Object.keys(value).filter((field) => verbatim || field !== '__proto__')
  const fields = fieldsOf(received)
  if (fields.length !== fieldsOf(parsed).length) return false
  return fields.every(
    (field) =>
      Object.hasOwn(parsed, field) &&
      keeps(
        (received as Record<string, unknown>)[field],
        (parsed as Record<string, unknown>)[field],
        verbatim || field === 'data',
      ),
  )
}
