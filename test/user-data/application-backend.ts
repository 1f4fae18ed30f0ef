/**
 * What an application's own backend does for user data: it signs users in (OAuth 2.0 authorization code with PKCE), keeps
 * their tokens in its memory, knows them by a cookie that scripts cannot read, and passes their requests on. The page has
 * no token at any time.
 */
import { userRootsBelow, type UserRoots, type UserService } from '@waraq/client/user'
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { StaticFile } from '../browser/bundle.ts'

export interface BackendOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly authUrl: string
  /** Of the service, by the service of user data. */
  readonly userRoots: UserRoots
  readonly scope: string
  /** What it serves besides, by path: the application's page and its scripts. */
  readonly files?: ReadonlyMap<string, StaticFile>
}

interface SignIn {
  readonly state: string
  readonly verifier: string
}

const random = () => randomBytes(32).toString('base64url')
const cookie = { httpOnly: true, sameSite: 'Lax', path: '/' } as const

/** Hop-by-hop headers and those that are about the body as it was on the wire stay behind. */
const passedOn = ['content-type', 'retry-after', 'date', 'cache-control']

export class ApplicationBackend {
  readonly app = new Hono()
  readonly #options: BackendOptions
  readonly #signIns = new Map<string, SignIn>()
  readonly #tokens = new Map<string, string>()

  constructor(options: BackendOptions) {
    this.#options = options
    this.app.get('/login', (c) => this.#login(c))
    this.app.get('/callback', (c) => this.#callback(c))
    this.app.post('/logout', (c) => this.#logout(c))
    const own = userRootsBelow('/api/user')
    for (const service of Object.keys(own) as UserService[]) {
      const { [service]: from } = own
      this.app.all(`${from}/*`, (c) => this.#passOn(c, from, options.userRoots[service]))
    }
    this.app.get('*', (c) => this.#serve(c))
  }

  #serve(c: Context): Response {
    const file = this.#options.files?.get(c.req.path)
    if (!file) return c.notFound() as Response
    return c.body(file.text, 200, {
      'content-type': file.type,
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'",
    })
  }

  #login(c: Context): Response {
    const id = random()
    const signIn = { state: random(), verifier: random() }
    this.#signIns.set(id, signIn)
    setCookie(c, 'sign-in', id, cookie)
    const challenge = createHash('sha256').update(signIn.verifier).digest('base64url')
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: this.#options.clientId,
      redirect_uri: this.#callbackOf(c),
      scope: this.#options.scope,
      state: signIn.state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(c.req.query('as') === undefined ? {} : { login_hint: c.req.query('as')! }),
    })
    return c.redirect(`${this.#options.authUrl}/oauth2/auth?${asked}`)
  }

  async #callback(c: Context): Promise<Response> {
    const id = getCookie(c, 'sign-in') ?? ''
    const signIn = this.#signIns.get(id)
    this.#signIns.delete(id)
    deleteCookie(c, 'sign-in', { path: '/' })
    const code = c.req.query('code')
    // Without this, a link could sign its reader in as somebody else.
    if (!signIn || code === undefined || c.req.query('state') !== signIn.state) return c.text('Refused', 400)
    const token = await this.#fetchToken(code, signIn.verifier, this.#callbackOf(c))
    if (token === undefined) return c.text('Refused', 400)
    const session = random()
    this.#tokens.set(session, token)
    setCookie(c, 'session', session, cookie)
    return c.redirect('/')
  }

  #logout(c: Context): Response {
    if (!this.#isOwnPage(c)) return c.text('Refused', 403)
    this.#tokens.delete(getCookie(c, 'session') ?? '')
    deleteCookie(c, 'session', { path: '/' })
    return c.body(null, 204)
  }

  async #passOn(c: Context, from: string, to: string): Promise<Response> {
    const token = this.#tokens.get(getCookie(c, 'session') ?? '')
    if (token === undefined) return standardError(401, 'unauthorized')
    // A GET of this API may change something, so an own page has to be behind it, too.
    if (!this.#isOwnPage(c)) return standardError(403, 'forbidden')
    const { method } = c.req
    const url = new URL(c.req.url)
    const path = url.pathname.slice(from.length) + url.search
    const timeZone = c.req.header('x-timezone')
    const type = c.req.header('content-type')
    const answer = await fetch(to + path, {
      method,
      headers: {
        'x-auth-token': token,
        'x-client-id': this.#options.clientId,
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(timeZone === undefined ? {} : { 'x-timezone': timeZone }),
      },
      ...(method === 'GET' ? {} : { body: await c.req.arrayBuffer() }),
      redirect: 'error',
    })
    const headers = passedOn.flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    })
    return new Response(answer.body, { status: answer.status, headers })
  }

  /** By what browsers say of a request themselves: no other site can pretend to be this one. */
  #isOwnPage(c: Context): boolean {
    const { origin } = new URL(c.req.url)
    return c.req.header('sec-fetch-site') === 'same-origin' || c.req.header('origin') === origin
  }

  #callbackOf(c: Context): string {
    return `${new URL(c.req.url).origin}/callback`
  }

  async #fetchToken(code: string, verifier: string, redirectUri: string): Promise<string | undefined> {
    const { clientId, clientSecret, authUrl } = this.#options
    const answer = await fetch(`${authUrl}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    })
    if (!answer.ok) return undefined
    return ((await answer.json()) as { access_token: string }).access_token
  }
}

function standardError(status: 401 | 403, type: string): Response {
  return Response.json({ message: 'Refused.', type, success: false }, { status })
}

/** Serves a backend on this machine. */
export async function listen(backend: ApplicationBackend): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(getRequestListener(backend.app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
