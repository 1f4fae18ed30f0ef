import { serve } from '@hono/node-server'
import { recordKeyOf, recordTypeOf, parseResourceKey } from '@waraq/protocol'
import { createTokenRelay } from '@waraq/relay'
import { createSandbox, sandboxClientId, sandboxClientSecret, type Sandbox } from '@waraq/sandbox'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StaticFile } from './bundle.ts'

/** A request that the browser made for a token or content: `token`, `sync`, `translations:20`. */
export type Step = string

export interface Services {
  readonly origin: string
  readonly sandbox: Sandbox
  /** What was asked for since `clear`, in order. */
  readonly steps: readonly Step[]
  clear(): void
  /** Access tokens that came along, ever. */
  readonly tokens: ReadonlySet<string>
  /** From now on, holds back the answers to the nth request and to all that follow it. */
  hold(nth: number): HeldRequest
  /** What the service has of a resource, as the page tells what readers see. */
  rows(key: string): Record<string, string> | null
  close(): Promise<void>
}

export interface HeldRequest {
  /** Resolves once the nth request is there. */
  readonly reached: Promise<Step>
  /** Lets the answers go, and holds nothing any more. */
  release(): void
}

function stepOf({ method, url }: Request): Step | undefined {
  const { pathname } = new URL(url)
  if (pathname === '/token' && method === 'POST') return 'token'
  if (method !== 'GET' || !pathname.startsWith('/content/')) return undefined
  const snapshot = /snapshots\/([a-z_]+)\/(\d+)$/.exec(pathname)
  return snapshot ? `${snapshot[1]}:${snapshot[2]}` : 'sync'
}

function serviceRows(sandbox: Sandbox, key: string): Record<string, string> | null {
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

/** Page, relay and sandbox behind one address, so that each request passes one place where it can be held. */
export async function startServices(files: ReadonlyMap<string, StaticFile>): Promise<Services> {
  const sandbox = createSandbox({ content: 'small' })
  const steps: Step[] = []
  const tokens = new Set<string>()
  let gate: { nth: number; seen: number; reach(step: Step): void; opened: Promise<void> } | undefined
  let relay: ReturnType<typeof createTokenRelay>

  async function atGate(step: Step): Promise<void> {
    if (!gate || ++gate.seen < gate.nth) return
    gate.reach(step)
    await gate.opened
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const file = files.get(pathname)
    if (file)
      return new Response(file.text, { headers: { 'content-type': file.type, 'cache-control': 'no-store' } })
    const step = stepOf(request)
    if (step !== undefined) steps.push(step)
    const token = request.headers.get('x-auth-token')
    if (token !== null) tokens.add(token)
    if (step !== undefined) await atGate(step)
    return pathname === '/token' ? relay(request) : sandbox.fetch(request)
  }

  const server = serve({ hostname: '127.0.0.1', port: 0, fetch: answer }) as Server
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  relay = createTokenRelay({
    authUrl: origin,
    clientId: sandboxClientId,
    clientSecret: sandboxClientSecret,
    allowedOrigins: [origin],
    authorize: 'everyone',
    limits: false,
  })

  return {
    origin,
    sandbox,
    steps,
    clear: () => void steps.splice(0),
    tokens,
    hold(nth) {
      let reach!: (step: Step) => void
      let open!: () => void
      const reached = new Promise<Step>((resolve) => (reach = resolve))
      const opened = new Promise<void>((resolve) => (open = resolve))
      gate = { nth, seen: 0, reach, opened }
      return {
        reached,
        release() {
          gate = undefined
          open()
        },
      }
    },
    rows: (key) => serviceRows(sandbox, key),
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
