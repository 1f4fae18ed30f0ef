import { findUnsound } from './audit.ts'
import type { WaraqDatabase } from './database.ts'
import type { SuspectsRecord } from './records.ts'
import { checkFormat, markDamaged, type Writer } from './writer.ts'

/** Maximum number of entries. A resource has one entry, so this is more than a library has; others can only come from outside. */
const mostSuspects = 1_000

/**
 * Records that a reader found damage in the resource. Readers do not change what they read, and the report of one is only a
 * reason to check.
 * @throws {WaraqError} `newer_format`
 */
export async function noteSuspect(db: WaraqDatabase, resource: string): Promise<void> {
  await db.transaction('rw', [db.meta], async () => {
    await checkFormat(db)
    const { resources = [] } = ((await db.meta.get('suspects')) as SuspectsRecord | undefined) ?? {}
    if (resources.includes(resource) || resources.length >= mostSuspects) return
    await db.meta.put({ key: 'suspects', resources: [...resources, resource] })
  })
}

/** Checks the resources in which readers found damage. Those that are damaged need a snapshot from then on. */
export async function checkSuspects(writer: Writer): Promise<void> {
  const { suspects, resources } = await writer.known()
  if (suspects.length === 0) return
  const suspected = resources.filter(({ key }) => suspects.includes(key))
  const damaged = await findUnsound(writer.db, suspected)
  if (damaged.length > 0) await markDamaged(writer, damaged)
  await writer.write(['resources'], async () => writer.db.meta.delete('suspects'))
}
