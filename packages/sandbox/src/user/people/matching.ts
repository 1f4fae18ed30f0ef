/** Whether one of the texts contains the searched one, ignoring case. Every text contains an empty one. */
export function hasText(texts: readonly string[], searched: string | undefined): boolean {
  const wanted = (searched ?? '').trim().toLowerCase()
  return texts.some((text) => text.toLowerCase().includes(wanted))
}
