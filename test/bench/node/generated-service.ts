import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Source } from '../page/protocol.ts'
import { datasets } from './datasets.ts'
import type { Service } from './service.ts'

/** A service with one mushaf of any length. Its rows are made while they are sent; all of them together are never in memory. */
export interface GeneratedService {
  source(rows: number): Source
  close(): void
}

const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'x-auth-token,x-client-id',
  'access-control-max-age': '600',
  'content-type': 'application/json',
  'cache-control': 'no-store',
}
const pagesOfMushaf = 604
const firstId = 1
const chunkCharacters = 256 * 1024

/** A word's JSON around its id and its page: the two fields that tell one copy of the mushaf from the next. */
interface WordText {
  readonly beforePage: string
  readonly page: number
  readonly afterPage: string
}

function wordTexts(service: Service): WordText[] {
  const rows = service.sandbox.snapshotRows(datasets.mushaf) ?? []
  return rows
    .filter((row) => row['record_type'] === datasets.mushaf.recordType)
    .map((row) => {
      const { id: _, ...rest } = row
      const [beforePage = '', afterPage = ''] = JSON.stringify(rest).split(/(?<="page_number":)\d+/)
      return { beforePage: beforePage.slice(1), page: Number(row['page_number']), afterPage }
    })
}

function* snapshotText(words: readonly WordText[], rows: number): Generator<string> {
  const { group, id } = datasets.mushaf
  let text = `{"resource_group":"${group}","resource_id":${id},"resource_content_id":null,"schema_version":1,"sync_sequence":1,"records":[`
  for (let index = 0; index < rows; index++) {
    const { beforePage, page, afterPage } = words[index % words.length]!
    const place = page + Math.floor(index / words.length) * pagesOfMushaf
    text += `${index === 0 ? '' : ','}{"id":${firstId + index},${beforePage}${place}${afterPage}`
    if (text.length < chunkCharacters) continue
    yield text
    text = ''
  }
  yield `${text}]}`
}

function feedText(): string {
  const { group, id } = datasets.mushaf
  const mutation = {
    sequence: 1,
    type: 'RESOURCE_CREATE',
    resource_group: group,
    resource_id: id,
    changed_at: '2026-01-01T00:00:00Z',
    snapshot_url: `/api/v4/resources/snapshots/${group}/${id}`,
  }
  const end = { sync_until_sequence: 1, has_more: false, next_page_url: null, next_sync_token: 'token' }
  return JSON.stringify({ sync: { ...end, mutations: [mutation] } })
}

/** The number of rows is part of the content root: `/<rows>/content`. */
export async function startGeneratedService(service: Service): Promise<GeneratedService> {
  const words = wordTexts(service)
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const rows = Number(path.split('/')[1])
    response.writeHead(request.method === 'OPTIONS' ? 204 : 200, headers)
    if (request.method === 'OPTIONS') response.end()
    else if (path.includes('/snapshots/'))
      pipeline(snapshotText(words, rows), response).catch(() => response.destroy())
    else response.end(feedText())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { group, id, recordType } = datasets.mushaf
  return {
    source: (rows) => ({
      contentRoot: `http://127.0.0.1:${port}/${rows}/content`,
      relay: '',
      token: 'token',
      clientId: 'client',
      group,
      id,
      recordType,
      rows,
      probe: { recordType, id: firstId + Math.floor(rows / 2) },
      indexes: [],
    }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
