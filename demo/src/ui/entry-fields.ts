/** The stored fields of the current entry of the tab's history, by name. */
export function entryFields(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? (state as Readonly<Record<string, unknown>>) : {}
}

/** Stores fields in that entry, in addition to its other fields. */
export function keepInEntry(fields: Readonly<Record<string, unknown>>): void {
  history.replaceState({ ...entryFields(), ...fields }, '')
}
