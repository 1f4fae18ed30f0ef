import { isSendable } from './address.ts'
import {
  CatalogueItem,
  catalogueKinds,
  Chapter,
  isJsonObject,
  SyncResponse,
  type CatalogueKind,
  type SyncPage,
} from '@waraq/protocol'
import { pageTooLargeError } from './failures.ts'

/** Result of checking an answer: its value, or a short description of each problem. */
export type Checked<T> = { value: T } | { issues: readonly string[] }

const mostIssues = 5

/** The service documents 100 at most. Requests keep to its limits; answers are read leniently. */
const mostChanges = 20_000

/**
 * Returns the page in the body of a sync answer. Also checks the rules that the schema does not express.
 * @throws {WaraqError} `feed_too_large`, before so many changes are parsed
 */
export function checkSyncPage(body: unknown): Checked<SyncPage> {
  const sync = isJsonObject(body) ? body['sync'] : undefined
  const list = isJsonObject(sync) ? sync['mutations'] : undefined
  if (Array.isArray(list) && list.length > mostChanges)
    throw pageTooLargeError(`${mostChanges} changes`, { changes: list.length, mostChanges })
  const parsed = SyncResponse.safeParse(body)
  if (!parsed.success) {
    const paths = parsed.error.issues.map(
      ({ path, code }) => `${path.map(String).join('.') || 'body'}: ${code}`,
    )
    return { issues: paths.slice(0, mostIssues) }
  }
  const page = parsed.data.sync
  const issues: string[] = []
  if (page.has_more && typeof page.next_page_url !== 'string') issues.push('sync.next_page_url: missing')
  if (!page.has_more && !page.next_sync_token) issues.push('sync.next_sync_token: missing')
  // Once stored, a token that no request can carry would block every later sync.
  else if (!page.has_more && !isSendable(page.next_sync_token!)) {
    issues.push('sync.next_sync_token: not sendable')
  }
  const beyond = page.mutations.findIndex(({ sequence }) => sequence > page.sync_until_sequence)
  if (beyond >= 0) issues.push(`sync.mutations.${beyond}.sequence: above sync_until_sequence`)
  return issues.length > 0 ? { issues } : { value: page }
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

/** Leaves out items that fail the schema: one bad name must not lose all the others. */
function checkList<T>(body: unknown, key: string, schema: Schema<T>): Checked<T[]> {
  const list = isJsonObject(body) ? body[key] : undefined
  if (!Array.isArray(list)) return { issues: [`${key}: no list`] }
  return {
    value: list.flatMap((item: unknown) => {
      const parsed = schema.safeParse(item)
      return parsed.success ? [parsed.data] : []
    }),
  }
}

export function checkCatalogue(body: unknown, kind: CatalogueKind): Checked<CatalogueItem[]> {
  return checkList(body, catalogueKinds[kind], CatalogueItem)
}

export function checkChapters(body: unknown): Checked<Chapter[]> {
  return checkList(body, 'chapters', Chapter)
}
