/** What the entry of the tab's history that is shown keeps, by name. */
export function entryFields(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? (state as Readonly<Record<string, unknown>>) : {}
}

/** Keeps something with that entry, beside what it keeps already. */
export function keepInEntry(fields: Readonly<Record<string, unknown>>): void {
  history.replaceState({ ...entryFields(), ...fields }, '')
}
