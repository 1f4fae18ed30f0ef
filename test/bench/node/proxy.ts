import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'

/** The network between a reader and the content service. */
export interface Network {
  /** Milliseconds that each request waits for its answer's first byte. */
  readonly latencyMs?: number
  /** Bytes a second of one answer, and of all together. */
  readonly perAnswer?: number
  readonly total?: number
  /** Whether snapshots are compressed: beforehand and once, as by a CDN, so that no reader waits for it. */
  readonly gzip?: boolean
}

export interface Proxy {
  readonly contentRoot: string
  close(): void
}

const pieceBytes = 32 * 1024
const forwarded = ['content-type', 'cache-control', 'date', 'vary'] as const

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Lets bytes through at a rate; the caller waits until its bytes have left. */
class Pipe {
  readonly #rate: number
  #freeAt = 0

  constructor(bytesPerSecond: number) {
    this.#rate = bytesPerSecond
  }

  async take(bytes: number): Promise<void> {
    const now = performance.now()
    this.#freeAt = Math.max(this.#freeAt, now) + (bytes / this.#rate) * 1000
    if (this.#freeAt - now >= 1) await pause(this.#freeAt - now)
  }
}

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

async function ask(upstream: string, request: IncomingMessage, gzip: boolean): Promise<Answer> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !['host', 'connection', 'accept-encoding'].includes(name))
      headers[name] = value
  const response = await fetch(upstream, { method: request.method ?? 'GET', headers })
  const body = Buffer.from(await response.arrayBuffer())
  const kept = [...response.headers].filter(
    ([name]) => name.startsWith('access-control-') || forwarded.some((each) => each === name),
  )
  const packed = gzip ? gzipSync(body) : body
  return {
    status: response.status,
    headers: { ...Object.fromEntries(kept), ...(gzip ? { 'content-encoding': 'gzip' } : {}) },
    body: packed,
  }
}

async function* throttled(body: Buffer, pipes: readonly Pipe[]): AsyncGenerator<Buffer> {
  const step = pipes.length > 0 ? pieceBytes : body.length
  for (let at = 0; at < body.length; at += step) {
    const piece = body.subarray(at, at + step)
    for (const pipe of pipes) await pipe.take(piece.length)
    yield piece
  }
}

async function send({ status, headers, body }: Answer, response: ServerResponse, pipes: readonly Pipe[]) {
  // An answer without a body, as to a preflight, has no length either.
  response.writeHead(status, body.length > 0 ? { ...headers, 'content-length': body.length } : headers)
  await pipeline(throttled(body, pipes), response)
}

/** Puts a network in front of a service whose content does not change. Snapshots are asked for once and kept. */
export async function startProxy(contentRoot: string, network: Network): Promise<Proxy> {
  const { latencyMs = 0, perAnswer, total, gzip = false } = network
  const { origin } = new URL(contentRoot)
  const kept = new Map<string, Promise<Answer>>()
  const shared = total === undefined ? [] : [new Pipe(total)]
  const answerOf = (request: IncomingMessage): Promise<Answer> => {
    const url = `${origin}${request.url ?? ''}`
    if (request.method !== 'GET' || !url.includes('/snapshots/')) return ask(url, request, false)
    const known = kept.get(url)
    if (known) return known
    const fresh = ask(url, request, gzip)
    kept.set(url, fresh)
    return fresh
  }
  const server = createServer((request, response) => {
    const own = perAnswer === undefined ? [] : [new Pipe(perAnswer)]
    Promise.all([answerOf(request), pause(latencyMs)])
      .then(([answer]) => send(answer, response, [...own, ...shared]))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    contentRoot: contentRoot.replace(origin, `http://127.0.0.1:${port}`),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
