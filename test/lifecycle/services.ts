import { serve } from '@hono/node-server'
import { parseResourceKey, recordKeyOf, recordTypeOf } from '@waraq/protocol'
import { createTokenRelay } from '@waraq/relay'
import {
  createSandbox,
  sandboxClientId,
  sandboxClientSecret,
  type Sandbox,
  type SandboxOptions,
} from '@waraq/sandbox'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StaticFile } from './bundle.ts'
import { Moments, type Asked, type Moment, type ArmedMoment, type Stop } from './moments.ts'
import { digestOf, type RowTexts } from './page/digest.ts'

/** Page, relay and sandbox at one origin. Each tab uses a separate path, so that tabs can be distinguished. */
export interface Services {
  readonly origin: string
  readonly sandbox: Sandbox
  /** Requests since `clear`, in order: pages of the feed and snapshots. */
  readonly asked: readonly Asked[]
  /** Tabs that requested a token since `clear`. */
  readonly tokens: readonly string[]
  clear(): void
  arm(moment: Moment): ArmedMoment
  /** Public resources of the sandbox. */
  readonly keys: readonly string[]
  /** The rows of a resource in the service, in the same form in which the page reports what readers see. */
  rows(key: string): RowTexts | null
  /** A digest of the rows that readers have to see, by resource. */
  digests(keys?: readonly string[]): Promise<Record<string, string | null>>
  /** The relay answers with this status, `times` times or until it is called with null. */
  relayAnswers(status: number | null, times?: number): void
  /** Delays this file by this number of milliseconds on each request. */
  delay(path: string, ms: number): void
  /** Sends each answer over this connection, until it is called with null. */
  setLine(line: Line | null): void
  /** Answers no request until `start`. */
  stop(): Promise<void>
  /** Answers again, at the same address. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface Line {
  readonly latencyMs: number
  readonly bytesPerSecond: number
}

/** The answer, delayed by the latency and the throughput of the connection. */
async function overLine(answer: Promise<Response>, { latencyMs, bytesPerSecond }: Line): Promise<Response> {
  await sleep(latencyMs)
  const { body, status, headers } = await answer
  const slow = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      await sleep((chunk.length / bytesPerSecond) * 1_000)
      controller.enqueue(chunk)
    },
  })
  return new Response(body && body.pipeThrough(slow), { status, headers })
}

function stepOf(pathname: string): string | undefined {
  const snapshot = /snapshots\/([a-z_]+)\/(\d+)$/.exec(pathname)
  if (snapshot) return `${snapshot[1]}:${snapshot[2]}`
  return pathname.endsWith('/resources/sync') ? 'sync' : undefined
}

function rowTexts(sandbox: Sandbox, key: string): RowTexts | null {
  const { group } = parseResourceKey(key)!
  const rows = sandbox.snapshotRows(key)
  if (!rows) return null
  return Object.fromEntries(
    rows.map((row) => {
      const type = recordTypeOf(group, row)!
      return [`${type} ${recordKeyOf(type, row)}`, JSON.stringify(row)]
    }),
  )
}

/** The answer with a body that pauses at the given part. */
async function stopping(answer: Response, { part, pass }: Stop): Promise<Response> {
  const whole = new Uint8Array(await answer.arrayBuffer())
  const first = Math.floor(whole.length * part)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      controller.enqueue(whole.slice(0, first))
      await pass()
      try {
        controller.enqueue(whole.slice(first))
        controller.close()
      } catch {
        // The tab and its stream are gone.
      }
    },
  })
  return new Response(body, { status: answer.status, headers: answer.headers })
}

export async function startServices(
  files: ReadonlyMap<string, StaticFile>,
  options: SandboxOptions = { content: 'small' },
): Promise<Services> {
  const sandbox = createSandbox(options)
  const moments = new Moments()
  const asked: Asked[] = []
  const tokens: string[] = []
  let relay: ReturnType<typeof createTokenRelay>
  let refusal: { readonly status: number; left: number } | null = null
  const delays = new Map<string, number>()
  let line: Line | null = null

  async function content(request: Request, tab: string, path: string): Promise<Response> {
    const { search } = new URL(request.url)
    const step = request.method === 'GET' ? stepOf(path) : undefined
    let stop: Stop | undefined
    if (step !== undefined) {
      const one = { tab, step, query: search }
      asked.push(one)
      stop = await moments.come(one)
    }
    if (stop?.part === 0) {
      await stop.pass()
      stop = undefined
    }
    const answer = await sandbox.fetch(
      new Request(`${origin}${path}${search}`, { method: request.method, headers: request.headers }),
    )
    return stop ? stopping(answer, stop) : answer
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const file = files.get(pathname)
    const ms = delays.get(pathname)
    if (ms !== undefined) await sleep(ms)
    // Not `no-store`, because browsers put no such page into the back/forward cache.
    if (file)
      return new Response(file.text, { headers: { 'content-type': file.type, 'cache-control': 'no-cache' } })
    const [, tab, path] = /^\/tab\/([^/]+)(\/.*)$/.exec(pathname) ?? []
    if (tab === undefined || path === undefined) return sandbox.fetch(request)
    if (path !== '/token') return content(request, tab, path)
    if (request.method === 'POST') tokens.push(tab)
    if (refusal && refusal.left-- > 0)
      return new Response(null, { status: refusal.status, headers: { 'access-control-allow-origin': '*' } })
    return relay(request)
  }

  const fetch = (request: Request) => (line ? overLine(answer(request), line) : answer(request))
  const server = serve({ hostname: '127.0.0.1', port: 0, fetch }) as Server
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  relay = createTokenRelay({
    authUrl: origin,
    clientId: sandboxClientId,
    clientSecret: sandboxClientSecret,
    allowedOrigins: [origin],
    authorize: 'everyone',
    limits: false,
  })
  const keys = () => sandbox.resources.filter((each) => each.public).map(({ group, id }) => `${group}:${id}`)

  return {
    origin,
    sandbox,
    asked,
    tokens,
    clear() {
      asked.splice(0)
      tokens.splice(0)
      sandbox.clearRequests()
    },
    arm: (moment) => moments.arm(moment),
    relayAnswers: (status, times = Infinity) =>
      void (refusal = status === null ? null : { status, left: times }),
    setLine: (each) => void (line = each),
    delay: (path, each) => void delays.set(path, each),
    get keys() {
      return keys()
    },
    rows: (key) => rowTexts(sandbox, key),
    async digests(of = keys()) {
      const digests: Record<string, string | null> = {}
      for (const key of of) {
        const rows = rowTexts(sandbox, key)
        digests[key] = rows && (await digestOf(rows))
      }
      return digests
    },
    stop,
    start: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
    close: stop,
  }
}

/** A filter for everything that a service has. */
export function everything({ sandbox }: Services): string {
  return [...new Set(sandbox.resources.map(({ group }) => group))]
    .sort()
    .map((group) => `${group}:*`)
    .join(';')
}
