import type { Published } from '@waraq/test-support/model-service'

/** The rows as one text, so that states can be compared. Only the rows of one record type if one is given. */
export function fingerprint(published: Published, recordType?: string): string | null {
  if (published === null) return null
  const lines: string[] = []
  for (const [name, text] of published) {
    if (recordType === undefined || name.startsWith(`${recordType} `)) lines.push(`${name} ${text}`)
  }
  return lines.sort().join('\n')
}
