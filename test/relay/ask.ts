/** Callers that see answers as they are on the wire: `fetch` would decompress them, and follow what it is told. */
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { page } from './processes.ts'

export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

/** An answer whose body is under way. To leave off reading it is to leave. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: AsyncIterable<Uint8Array>
}

export type Ask = (path: string, asked?: Asked) => Promise<Answer>

/** Asks a server by its address, each time on a connection of its own. */
export const askerOf =
  (root: string): Ask =>
  (path, { body, ...asked } = {}) =>
    new Promise((resolve, reject) => {
      const outgoing = request(root + path, { agent: false, ...asked }, (incoming) =>
        resolve({
          status: incoming.statusCode!,
          headers: new Headers(incoming.headers as Record<string, string>),
          body: incoming,
        }),
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })

/** What a page writes into each request. */
export const ofPage = { origin: page, 'x-relay': '1' } as const
export const ofStranger = { ...ofPage, origin: 'https://stranger.example' } as const

export const tokenRequest = {
  method: 'POST',
  headers: { ...ofPage, 'content-type': 'application/json' },
  body: '{}',
} as const

export const snapshotPath = '/api/v4/resources/snapshots/translations/20'

/** A whole body, as it is on the wire. */
export const bytesOf = async (answer: Answer): Promise<Buffer> => buffer(answer.body)

export const jsonOf = async (answer: Answer): Promise<unknown> =>
  JSON.parse((await bytesOf(answer)).toString())

/** The status alone; the body is read, so that the connection ends. */
export async function statusOf(answer: Promise<Answer>): Promise<number> {
  const { status, body } = await answer
  await buffer(body)
  return status
}

/** A whole body, decompressed once where its headers say that it is compressed. */
export async function plainBytesOf(answer: Answer): Promise<Buffer> {
  const bytes = await bytesOf(answer)
  return answer.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes
}
