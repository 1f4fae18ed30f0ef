import type { RawDatabase } from '@waraq/test-support/raw-database'

/** I21: tables that contain an access token. */
export function tablesWithSecrets(raw: RawDatabase): string[] {
  return raw.tables.filter((table) => JSON.stringify(raw.all(table)).includes('secret-'))
}
