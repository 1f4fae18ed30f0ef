import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A client that keeps its library in one file, for the conformance kit as a command. With `FLAW=token_by_itself` it keeps the token in
 * a file of its own.
 *
 * @typedef {{ token?: string | undefined, rows: Record<string, Record<string, object>> }} Library
 * @typedef {{ sequence: number, type: string, resource_group: string, resource_id: number, record_key: string, data: object,
 *   snapshot_url: string | null }} Mutation
 * @typedef {{ sync_until_sequence: number, has_more: boolean, next_page_url: string, next_sync_token: string,
 *   mutations: Mutation[] }} Page
 */

const flaw = process.env['FLAW']

/** @param {{ root: string, token: () => Promise<{ token: string, clientId: string }>, filter: string, folder: string }} options */
export async function openLibrary({ root, token, filter, folder }) {
  const tokenPath = join(folder, `${filter.replaceAll(/\W/g, '-')}.token`)
  const path = join(folder, `${filter.replaceAll(/\W/g, '-')}.json`)
  const access = await token()
  const headers = { 'x-auth-token': access.token, 'x-client-id': access.clientId }

  /** @returns {Promise<Library>} */
  async function stored() {
    const text = await readFile(path, 'utf8').catch(() => '{"rows":{}}')
    const library = /** @type {Library} */ (JSON.parse(text))
    if (flaw === undefined) return library
    return { ...library, token: await readFile(tokenPath, 'utf8').catch(() => undefined) }
  }
  /** @param {string} file @param {string} text */
  async function store(file, text) {
    const staging = `${file}-${process.pid}`
    await writeFile(staging, text)
    await rename(staging, file)
  }
  /** @param {string} address */
  async function ask(address) {
    const answer = await fetch(root + address, { headers })
    if (answer.ok || answer.status === 404 || answer.status === 410)
      return { status: answer.status, body: await answer.json() }
    throw new Error(`${answer.status}`)
  }
  /** @param {string | undefined} since @returns {Promise<{ pages: Page[], isBootstrap: boolean }>} */
  async function readSet(since) {
    const start = since === undefined ? { bootstrap: 'true' } : { sync_token: since }
    let address = `/api/v4/resources/sync?${new URLSearchParams({ resources: filter, ...start })}`
    /** @type {Page[]} */
    const pages = []
    for (;;) {
      const { status, body } = await ask(address)
      if (status === 410) return readSet(undefined)
      pages.push(body.sync)
      if (!body.sync.has_more) return { pages, isBootstrap: since === undefined }
      address = body.sync.next_page_url
    }
  }
  /** @param {string} resource @param {number} bound */
  async function snapshot(resource, bound) {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const { status, body } = await ask(`/api/v4/resources/snapshots/${resource.replace(':', '/')}`)
      if (status === 404) return {}
      /** @type {{ id: number }[]} */
      const records = body.records
      if (body.sync_sequence >= bound) return Object.fromEntries(records.map((row) => [String(row.id), row]))
    }
    throw new Error('The snapshot is older than the feed.')
  }

  return {
    async update() {
      const library = await stored()
      const { pages, isBootstrap } = await readSet(library.token)
      const { sync_until_sequence: bound, next_sync_token: next } = /** @type {Page} */ (pages.at(-1))
      if (flaw !== undefined) await store(tokenPath, next)
      const [group, ids = ''] = filter.split(':')
      const needed = new Set(isBootstrap ? ids.split(',').map((id) => `${group}:${id}`) : [])
      const rows = structuredClone(library.rows)
      for (const change of pages.flatMap(({ mutations }) => mutations)) {
        const resource = `${change.resource_group}:${change.resource_id}`
        if (change.snapshot_url) needed.add(resource)
        if (change.type === 'RESOURCE_DELETE') rows[resource] = {}
        if (change.type === 'ROW_DELETE') delete rows[resource]?.[change.record_key]
        if (/^ROW_(CREATE|UPDATE)$/.test(change.type))
          (rows[resource] ??= {})[change.record_key] = change.data
      }
      for (const resource of needed) rows[resource] = await snapshot(resource, bound)
      const isOvertaken = flaw === undefined && (await stored()).token !== library.token
      if (!isOvertaken) await store(path, JSON.stringify({ token: next, rows }))
    },
    /** @param {string} resource */
    rows: async (resource) => Object.values((await stored()).rows[resource] ?? {}),
  }
}
