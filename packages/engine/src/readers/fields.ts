/**
 * Fields of rows as readers may trust them. Rows are checked when they come in for what no reader can do without; any other
 * field may hold anything, and a reader never fails over it.
 */

/** The value where it is a whole number. */
export function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

/** The value where it is text, else none. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The value where it is text that says something. */
export function filled(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** The value where it is an object, else one without fields. */
export function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The value where it is a list, else an empty one. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
