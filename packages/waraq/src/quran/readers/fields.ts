/**
 * Reads fields of rows. Storing a row checks only the fields that every reader needs. All other fields may hold anything, and a
 * reader must not fail because of them.
 */

/** Returns the value if it is a whole number, else null. */
export function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

/** Returns the value if it is text, else an empty text. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the value if it is text that is not blank, else null. */
export function filled(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Returns the value if it is an object, else an empty object. */
export function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Returns the value if it is a list, else an empty list. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
