/**
 * Reads fields of rows. When rows are stored, only the fields that every reader needs are checked. All others may hold
 * anything, and a reader must not fail over them.
 */

/** The value where it is a whole number, else null. */
export function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

/** The value where it is text, else an empty text. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The value where it is text that is not blank, else null. */
export function filled(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** The value where it is an object, else an empty object. */
export function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The value where it is a list, else an empty list. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
