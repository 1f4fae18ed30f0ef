import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { contentOf, type Framing } from './framings.ts'

/** How the next answer of a kind is sent. */
export interface Plan {
  readonly kind: 'page' | 'snapshot'
  readonly framing: Framing
  /** Bytes of the content that are sent; undefined for all of it. */
  readonly cut: number | undefined
}

export interface RawServer {
  readonly port: number
  /** The version that all rows have by now; it grows with each plan. */
  readonly version: number
  plan(next: Plan | undefined): void
  /** How often the present plan was followed. */
  readonly followed: number
  /** The body that a plan cuts, at the present version. */
  textOf(kind: Plan['kind']): string
  close(): Promise<void>
}

const cors = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Headers: x-auth-token, x-client-id, accept',
  'Access-Control-Max-Age: 7200',
]

const row = (id: number, version: number) => ({ id, verse_key: `1:${id}`, text: `version ${version}` })
const rowsOf = (version: number) => [row(1, version), row(2, version)]

/** The rows change as a whole with each version, so that a mixture of two shows. */
function pageText(kind: Plan['kind'], version: number, bootstrap: boolean): string {
  const common = {
    sequence: version,
    resource_group: 'translations',
    resource_id: 20,
    changed_at: '2026-08-01T00:00Z',
  }
  const mutations =
    kind === 'snapshot' || bootstrap
      ? [{ ...common, type: bootstrap ? 'RESOURCE_CREATE' : 'RESOURCE_INVALIDATE' }]
      : rowsOf(version).map((data) => ({
          ...common,
          type: 'ROW_UPDATE',
          record_type: 'translation',
          record_key: String(data.id),
          data,
        }))
  const sync = { sync_until_sequence: version, has_more: false, next_sync_token: `t-${version}`, mutations }
  return JSON.stringify({ sync })
}

function snapshotText(version: number): string {
  const envelope = {
    resource_group: 'translations',
    resource_id: 20,
    schema_version: 1,
    sync_sequence: version,
  }
  return JSON.stringify({ ...envelope, records: rowsOf(version) })
}

/** A service on a bare socket: it can do what an HTTP library would not let it. Serves `files` as well. */
export async function startRawServer(
  files: ReadonlyMap<string, { type: string; text: string }>,
): Promise<RawServer> {
  let version = 100_000
  let plan: Plan | undefined
  let followed = 0
  const sockets = new Set<Socket>()

  function answer(socket: Socket, method: string, target: string): void {
    const send = (status: string, headers: readonly string[], bytes: Buffer) => {
      const head = [`HTTP/1.1 ${status}`, ...headers, ...cors, 'Connection: close', '', ''].join('\r\n')
      socket.end(Buffer.concat([Buffer.from(head), bytes]))
    }
    const file = files.get(target)
    if (method === 'OPTIONS') send('204 No Content', [], Buffer.alloc(0))
    else if (file) send('200 OK', [`Content-Type: ${file.type}`], Buffer.from(file.text))
    else if (!target.includes('/api/v4/resources/'))
      send('404 Not Found', ['Content-Length: 0'], Buffer.alloc(0))
    else {
      const kind = target.includes('/snapshots/') ? 'snapshot' : 'page'
      const bootstrap = target.includes('bootstrap=true')
      const text =
        kind === 'snapshot' ? snapshotText(version) : pageText(plan?.kind ?? 'page', version, bootstrap)
      const json = 'Content-Type: application/json'
      if (plan?.kind !== kind) {
        send('200 OK', [json, `Content-Length: ${Buffer.byteLength(text)}`], Buffer.from(text))
        return
      }
      followed++
      const content = contentOf(plan.framing, text)
      const { headers, bytes } = plan.framing.frame(content, plan.cut ?? content.length)
      const encoding = plan.framing.gzip ? ['Content-Encoding: gzip'] : []
      send('200 OK', [json, ...encoding, ...headers], bytes)
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let head = ''
    socket.on('data', (data) => {
      const begun = head.includes('\r\n\r\n')
      head += data.toString('latin1')
      if (begun || !head.includes('\r\n\r\n')) return
      const [method = '', target = ''] = head.split(' ', 2)
      answer(socket, method, target)
    })
    // The browser may close connections that it does not need.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    get version() {
      return version
    },
    get followed() {
      return followed
    },
    plan(next) {
      version++
      plan = next
      followed = 0
    },
    textOf: (kind) => (kind === 'snapshot' ? snapshotText(version) : pageText('page', version, false)),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
