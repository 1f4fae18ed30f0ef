import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createUserClient, directConnection, type UserClient } from 'waraq/client'
import { userRootsBelow } from '@waraq/protocol/user'
import { createSandbox } from '@waraq/sandbox'
import { bundleScripts, htmlFile } from '../browser/bundle.ts'

/**
 * A site whose one user is signed in on every device. Its backend provides a session, and the operations of user data with
 * the user's token. There are no cookies: not every browser stores one for an address without TLS.
 */
export interface UserSite {
  readonly origin: string
  /** The writes that the service received, oldest first. */
  readonly writes: readonly Write[]
  /** The number of read requests so far, without those for the session. */
  reads: number
  /** The maximum number of concurrent write requests. */
  readonly atOnce: number
  /** The service, as used by the user's other device. */
  readonly service: UserClient
  /** Whether the backend answers. The page and its scripts are always served. */
  isUp: boolean
  /** The service's clock, as its answers report it: the number of milliseconds that it is ahead. */
  readonly clock: { ahead: number }
  /** Holds the answer to the next write, after the write was carried out. */
  holdAnswer(): { readonly reached: Promise<void>; readonly release: () => void }
  close(): Promise<void>
}

export interface Write {
  /** Empty: the service worker. */
  readonly tab: string
  readonly method: string
  readonly path: string
}

const account = 'a-reader'
const at = (name: string) => fileURLToPath(new URL(`page/${name}`, import.meta.url))

/** `scope`: the scope that the person has granted, as the session reports it. */
export async function startUserSite({ scope = '' } = {}): Promise<UserSite> {
  const entry = { user: at('user.ts'), 'user-worker': at('user-worker.ts') }
  const page = htmlFile(at('user.html'))
  const files = new Map([['/', page], ...(await bundleScripts({ entry, mode: 'development' }))])
  const clock = { ahead: 0 }
  const sandbox = createSandbox({
    content: 'small',
    users: [{ username: account }],
    now: () => Date.now() + clock.ahead,
  })
  const tokens = { get: () => sandbox.userToken({ user: account }) }
  const { token, clientId } = await tokens.get()

  const writes: Write[] = []
  let writing = 0
  let held: { readonly reach: () => void; readonly released: Promise<void> } | undefined

  const carryOut = async (request: Request, path: string): Promise<Response> => {
    if (request.headers.get('x-relay-account') !== account) return Response.json({}, { status: 400 })
    const { method } = request
    const headers = new Headers(request.headers)
    headers.set('x-auth-token', token)
    headers.set('x-client-id', clientId)
    const body = method === 'GET' ? null : await request.arrayBuffer()
    const answer = () =>
      sandbox.fetch(new Request(`https://service.invalid${path}`, { method, headers, body }))
    if (method === 'GET') {
      site.reads += 1
      return answer()
    }
    writes.push({ tab: request.headers.get('x-tab') ?? '', method, path })
    writing += 1
    site.atOnce = Math.max(site.atOnce, writing)
    try {
      const answered = await answer()
      const holding = held
      held = undefined
      holding?.reach()
      await holding?.released
      return answered
    } finally {
      writing -= 1
    }
  }

  const server = createServer(
    getRequestListener(async (request) => {
      const { pathname, search } = new URL(request.url)
      const file = files.get(pathname)
      if (file) return new Response(file.text, { headers: { 'content-type': file.type } })
      if (!pathname.startsWith('/user/')) return new Response(null, { status: 404 })
      if (!site.isUp) return Response.json({}, { status: 503 })
      if (pathname === '/user/session') return Response.json({ signedIn: true, account, scope })
      return carryOut(request, pathname.slice('/user'.length) + search)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const site = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writes,
    reads: 0,
    atOnce: 0,
    isUp: true,
    clock,
    service: createUserClient({
      connection: directConnection({ root: userRootsBelow('https://service.invalid'), tokens }),
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    }),
    holdAnswer() {
      let release!: () => void
      const released = new Promise<void>((resolve) => (release = resolve))
      const reached = new Promise<void>((resolve) => (held = { reach: resolve, released }))
      return { reached, release }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return site
}
