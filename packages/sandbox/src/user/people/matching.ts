/** Whether one of the texts has the searched one in it, whatever its capitals. Nothing searched is in every text. */
export function hasText(texts: readonly string[], searched: string | undefined): boolean {
  const wanted = (searched ?? '').trim().toLowerCase()
  return texts.some((text) => text.toLowerCase().includes(wanted))
}
