import type { RawDatabase } from '@waraq/test-support/raw-database'

/** I21: tables in which an access token was written down. */
export function tablesWithSecrets(raw: RawDatabase): string[] {
  return raw.tables.filter((table) => JSON.stringify(raw.all(table)).includes('secret-'))
}
