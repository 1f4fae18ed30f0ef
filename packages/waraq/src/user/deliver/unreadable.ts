import { WaraqError } from '@waraq/protocol'
import type { UserDatabase } from '../store/database.ts'

/** Maximum number of rows that are named; all are counted. */
const mostNamed = 5

/** Rows of the feed that this version cannot read, as a problem that lasts until they are reported in another form. */
export async function unreadableRows(db: UserDatabase): Promise<WaraqError | undefined> {
  const names = (await db.feed())?.unreadable ?? []
  if (names.length === 0) return undefined
  const named = names.slice(0, mostNamed)
  return new WaraqError({
    code: 'invalid_response',
    message: `The feed of user data tells rows in a form that this version does not know (${names.length}): ${named.join(', ')}. They are left out, and what was known of them stays; all others are kept alike. They are read again with the next reading from the beginning, which a newer version may understand.`,
    retryable: false,
    details: { count: names.length, rows: named },
  })
}
