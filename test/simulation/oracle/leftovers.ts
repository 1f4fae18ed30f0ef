import type { DirectoryRecord } from '../../../packages/engine/src/store/directory.ts'
import type { ResourceRecord } from '../../../packages/engine/src/store/records.ts'
import type { RawDatabase } from './raw-database.ts'

const keptForGood = new Set(['meta', 'resources', 'subscriptions'])

/** Records that no reader and no page set under way can reach. Between runs there should be none. */
export function unreachable(raw: RawDatabase): string[] {
  const installed = new Set(
    raw.all<ResourceRecord>('resources').flatMap(({ directories }) => directories.map(({ id }) => id)),
  )
  const reachable = new Set<number>()
  const left: string[] = []
  for (const directory of raw.all<DirectoryRecord>('directories')) {
    if (!installed.has(directory.id)) left.push(`directory ${directory.id}`)
    else for (const { id } of directory.segments) reachable.add(id)
  }
  for (const table of raw.tables) {
    if (keptForGood.has(table) || table === 'directories') continue
    const bookkeeping = ['journals', 'staged', 'prepared', 'drafts', 'garbage'].includes(table)
    for (const record of raw.all<{ readonly id?: number }>(table)) {
      if (bookkeeping || !reachable.has(record.id!))
        left.push(`${table} ${JSON.stringify(record).slice(0, 80)}`)
    }
  }
  return left
}

/** I21: tables in which an access token was written down. */
export function tablesWithSecrets(raw: RawDatabase): string[] {
  return raw.tables.filter((table) => JSON.stringify(raw.all(table)).includes('secret-'))
}
