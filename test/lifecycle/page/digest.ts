/**
 * The rows of a resource as text by record type and key. Both sides create the same text, so that equal rows have equal
 * digests.
 */
export type RowTexts = Readonly<Record<string, string>>

export async function digestOf(rows: RowTexts): Promise<string> {
  const lines = Object.keys(rows)
    .sort()
    .map((name) => `${name} ${rows[name]}`)
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('\n')))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
