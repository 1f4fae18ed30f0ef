import type { WaraqDatabase } from '../../store/database.ts'
import { checkFormat } from '../../store/writer.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'

export async function readSchedule(db: WaraqDatabase): Promise<ScheduleRecord | null> {
  return ((await db.meta.get('schedule')) as ScheduleRecord | undefined) ?? null
}

/**
 * Changes the timetable in one transaction. Like subscriptions, it belongs to the application, so any engine may write it.
 * @throws {WaraqError} `newer_format` or a storage error
 */
export function updateSchedule(
  db: WaraqDatabase,
  change: (record: ScheduleRecord | null) => ScheduleRecord | null,
): Promise<ScheduleRecord | null> {
  return db.transaction('rw', [db.meta], async () => {
    const [record] = await Promise.all([readSchedule(db), checkFormat(db)])
    const next = change(record)
    if (next && next !== record) await db.meta.put(next)
    return next
  })
}
