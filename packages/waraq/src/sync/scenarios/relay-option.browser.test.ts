import type { RelayOption } from '../../client/content-access.ts'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openContentStore } from '../../store/read/open-content-store.ts'
import { connectSyncEngine } from '../../worker/connect.ts'

/** Workers whose relay, at another origin than the page's, asks for credentials. */

const { contentRoot, ...services } = inject('services')

/** Cookies belong to a host, at every port. */
const beside = (address: string) => address.replace('127.0.0.1', location.hostname)
const byCookie = beside(services.relayByCookie)
const proxy = beside(services.proxy)
const authorization = (session: string) => ({ headers: { authorization: `Bearer ${session}` } })

beforeAll(() => void (document.cookie = 'session=reader'))
afterAll(() => void (document.cookie = 'session=; max-age=0'))

let databases = 0

/** The result of a sync by this relay: content, or the code and status of the error. */
async function syncBy(relay: RelayOption): Promise<string> {
  const name = `relay-option-${databases++}`
  const worker = () => new Worker(new URL('../../worker.ts', import.meta.url), { type: 'module' })
  const engine = connectSyncEngine(worker, { contentRoot, relay, name, handshakeMs: 60_000 })
  const store = openContentStore({ engine })
  try {
    await engine.subscribe('articles:1')
    const { runs } = await engine.sync()
    const error = runs[0]?.error
    if (error) return `${error.code} ${error.status}`
    const rows = await store.rows('article_localization', { group: 'articles', id: 1 })
    return rows.length > 0 ? 'content' : 'nothing'
  } finally {
    await engine.close()
    store.close()
    indexedDB.deleteDatabase(name)
  }
}

const sees = (what: string, relay: RelayOption, expected: string) =>
  it(what, { timeout: 60_000 }, async () => expect(await syncBy(relay)).toBe(expected))

sees(
  'a cookie goes to another origin where the option says so',
  { tokens: byCookie, credentials: 'include' },
  'content',
)
sees('and else does not', { tokens: byCookie }, 'token_unavailable 403')
sees('a header goes along', { tokens: services.relayByHeader, ...authorization('reader') }, 'content')
sees(
  'a header of another reader is refused',
  { tokens: services.relayByHeader, ...authorization('stranger') },
  'token_unavailable 403',
)
sees('a proxy gives content to who sends the cookie', { proxy, credentials: 'include' }, 'content')
sees('and to no other', { proxy }, 'proxy_refused 403')
