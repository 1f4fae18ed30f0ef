import { WaraqError } from '@waraq/protocol'
import { beforeDeadline } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'
import type { WaraqDatabase } from '../database.ts'
import { storageError } from '../storage-error.ts'

/** Milliseconds. While another tab is frozen or holds an older version open, opening may wait without an event or an error. */
const openDeadlineMs = 5_000

function blocked(): never {
  throw new WaraqError({
    code: 'storage_blocked',
    message:
      'The database does not open; another tab of this site may hold it. Close the other tabs and try again.',
    retryable: true,
  })
}

/**
 * Opens the database if it is not open, within a deadline. A connection that the browser closed is opened again.
 * @throws {WaraqError} `storage_blocked`, `storage_unavailable`, `storage_lost`
 */
export async function openWithin(db: WaraqDatabase, clock: Clock): Promise<void> {
  if (db.isOpen()) return
  try {
    await beforeDeadline<unknown>(db.open(), { clock, ms: openDeadlineMs, late: blocked })
  } catch (error) {
    throw storageError(error)
  }
}
