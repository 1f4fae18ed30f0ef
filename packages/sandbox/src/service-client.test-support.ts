import { ContentSyncError, Snapshot, StandardError, type SyncPage, SyncResponse } from '@waraq/protocol'
import { createSandbox, type Sandbox, type SandboxOptions } from './index.ts'

const root = 'http://localhost/content'

/** A small sandbox with a clock that stands still. */
export function smallSandbox(options: SandboxOptions = {}): Sandbox {
  return createSandbox({ content: 'small', now: () => Date.parse('2026-01-01T00:00:00Z'), ...options })
}

/** A client that does what a test says and checks each body against the contract. */
export async function clientOf(sandbox: Sandbox) {
  const { token, clientId } = await sandbox.accessToken()
  const headers = { 'x-auth-token': token, 'x-client-id': clientId }
  const get = (path: string, extra: Record<string, string> = {}) =>
    sandbox.fetch(new Request(root + path, { headers: { ...headers, ...extra } }))
  const sync = (query: Record<string, string>) => get(`/api/v4/resources/sync?${new URLSearchParams(query)}`)
  const pageOf = async (response: Response): Promise<SyncPage> => {
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return SyncResponse.parse(await response.json()).sync
  }
  const page = async (query: Record<string, string>) => pageOf(await sync(query))
  const next = async (before: SyncPage) => pageOf(await get(before.next_page_url ?? ''))
  const pages = async (query: Record<string, string>) => {
    const all = [await page(query)]
    while (all.at(-1)!.has_more) all.push(await next(all.at(-1)!))
    return all
  }
  const snapshot = async (path: string) => Snapshot.parse(await (await get(path)).json())
  return { headers, get, sync, page, next, pages, snapshot }
}

/** Status and code of a content-sync error. */
export async function refusal(response: Response): Promise<string> {
  return `${response.status} ${ContentSyncError.parse(await response.json()).error.code}`
}

/** Status and type of a standard error. */
export async function failure(response: Response): Promise<string> {
  return `${response.status} ${StandardError.parse(await response.json()).type}`
}
