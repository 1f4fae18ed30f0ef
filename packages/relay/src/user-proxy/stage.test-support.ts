import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { createHash } from 'node:crypto'
import type { RelayLogEntry } from '../events/log.ts'
import { memoryStore } from '../store/memory-store.ts'
import type { SharedStore } from '../store/shared-store.ts'
import type { UserDataProxyOptions } from './options.ts'
import { createUserDataProxy } from './user-proxy.ts'

/** An issuer, a service and a browser around the proxy, in a time of their own. */

export const app = 'https://reader.example'
export const issuerRoot = 'https://issuer.example'
export const serviceRoots = {
  auth: 'https://service.example/auth',
  quranReflect: 'https://service.example/quran-reflect',
}
export const secret = 'CANARY-SECRET'
/** A part of every token, so that a test finds a token that gets out. */
export const canary = 'CANARY-TOKEN'

export const operations = {
  notes: {
    list: { service: 'auth', method: 'GET', path: '/v1/notes', scope: 'note.read' },
    create: { service: 'auth', method: 'POST', path: '/v1/notes', scope: 'note.create' },
    delete: { service: 'auth', method: 'DELETE', path: '/v1/notes/{noteId}', scope: 'note.delete' },
  },
} as const

export type Answer = Response | Error | 'never' | Promise<Response>

export interface Asked {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string
  readonly init: RequestInit
}

/** The tokens of an issuer: each answer has a number of its own. */
export function issued(number: number, more: Record<string, unknown> = {}): Response {
  return Response.json({
    access_token: `${canary}-access-${number}`,
    refresh_token: `${canary}-refresh-${number}`,
    expires_in: 3_600,
    scope: 'note.create note.delete note.read offline_access',
    token_type: 'bearer',
    ...more,
  })
}

/** An id token as far as the proxy reads it. */
export function idToken(claims: Record<string, unknown>): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ iss: issuerRoot, aud: 'client-1', ...claims }))
  const part = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  return `e30.${part.replaceAll('=', '')}.signature`
}

export const oauthError = (error: string, status = 400) => Response.json({ error }, { status })

export class Stage {
  readonly clock = new VirtualClock()
  readonly log: RelayLogEntry[] = []
  readonly toIssuer: Asked[] = []
  readonly toService: Asked[] = []
  readonly entries = new Map<string, unknown>()
  readonly store: SharedStore
  /** The challenge of each sign-in, by its code. */
  readonly challenges = new Map<string, string>()
  /** What the issuer answers; by itself it gives new tokens each time, for a code only with its verifier. */
  issuer: (asked: Asked, form: URLSearchParams) => Answer = (_, form) => this.grant(form)
  service: (asked: Asked) => Answer = () => Response.json({ success: true, data: [] })
  #issued = 0
  /** Who signs in; undefined where the issuer gives no id token. */
  user: string | undefined = 'u-1'
  readonly options: Partial<UserDataProxyOptions>
  proxy: ReturnType<typeof createUserDataProxy>

  constructor(options: Partial<UserDataProxyOptions> = {}) {
    const memory = memoryStore(this.clock)
    this.store = {
      ...memory,
      set: (key, value, ttlMs) => {
        this.entries.set(key, value)
        return memory.set(key, value, ttlMs)
      },
    }
    this.options = options
    this.proxy = this.process()
  }

  /** Another process of the same application. */
  process(options: Partial<UserDataProxyOptions> = {}): ReturnType<typeof createUserDataProxy> {
    return createUserDataProxy({
      authUrl: issuerRoot,
      clientId: 'client-1',
      clientSecret: secret,
      userRoots: serviceRoots,
      operations,
      allowedOrigins: [],
      limits: false,
      clock: this.clock,
      store: this.store,
      requestId: () => 'r',
      observe: (entry) => entry.event !== 'answered' && this.log.push(entry),
      fetch: this.fetch,
      ...this.options,
      ...options,
    })
  }

  grant(form: URLSearchParams): Response {
    const code = form.get('code')
    if (code !== null) {
      const verifier = form.get('code_verifier') ?? ''
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const isGood = this.challenges.get(code) === challenge
      this.challenges.delete(code)
      if (!isGood) return oauthError('invalid_grant')
    }
    this.#issued += 1
    return issued(this.#issued, code === null || this.user === undefined ? {} : { id_token: this.#idToken() })
  }

  #idToken = () => idToken({ sub: this.user })

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const body = init.body instanceof URLSearchParams ? String(init.body) : ((init.body as string) ?? '')
    const headers = new Headers(init.headers)
    const asked: Asked = { url: String(input), method: init.method ?? 'GET', headers, body, init }
    const isIssuer = asked.url.startsWith(issuerRoot)
    ;(isIssuer ? this.toIssuer : this.toService).push(asked)
    const answer = isIssuer ? this.issuer(asked, new URLSearchParams(body)) : this.service(asked)
    if (answer instanceof Error) throw answer
    if (answer !== 'never') return answer
    return new Promise<Response>((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
    )
  }

  /** The address that the issuer sends a user back to, with the issuer's answer in it. */
  granted(signInAddress: string, more: Record<string, string> = {}): string {
    const asked = new URL(signInAddress).searchParams
    const code = `code-${this.challenges.size}-${asked.get('state')}`
    this.challenges.set(code, asked.get('code_challenge')!)
    const answer = new URLSearchParams({ code, state: asked.get('state')!, ...more })
    return `${asked.get('redirect_uri')}?${answer}`
  }

  /** A browser that signed in. */
  async signedIn(): Promise<Browser> {
    const browser = new Browser(this)
    await browser.signIn()
    return browser
  }

  /** The tokens that the issuer was asked to revoke. */
  get revoked(): (string | null)[] {
    const asked = this.toIssuer.filter(({ url }) => url.endsWith('/revoke'))
    return asked.map(({ body }) => new URLSearchParams(body).get('token'))
  }

  /** Everything that the proxy wrote outside of its memory, except to the places where its tokens belong. */
  get written(): string {
    return JSON.stringify([...this.entries]) + JSON.stringify(this.log)
  }
}

/** An answer with its body, read at once: with a clock that stands still, a later read would wait for ever. */
async function whole(answer: Response): Promise<Response> {
  const { status, headers } = answer
  const text = await answer.text()
  return new Response(text === '' ? null : text, { status, headers })
}

export class Browser {
  readonly jar = new Map<string, string>()
  readonly #strict = new Set<string>()
  /** The `Set-Cookie` lines of the last answer. */
  lines: readonly string[] = []
  readonly #stage: Stage

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async #send(address: string, init: RequestInit, proxy = this.#stage.proxy): Promise<Response> {
    const headers = new Headers(init.headers)
    const isCrossSite = headers.get('sec-fetch-site') === 'cross-site'
    const sent = [...this.jar].filter(([name]) => !isCrossSite || !this.#strict.has(name))
    if (sent.length > 0) headers.set('cookie', sent.map(([name, value]) => `${name}=${value}`).join('; '))
    const request = new Request(new URL(address, app), { ...init, headers })
    const response = await this.#stage.clock.run(proxy(request).then(whole))
    this.lines = response.headers.getSetCookie()
    for (const line of this.lines) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/max-age=0/i.test(line)) this.jar.delete(name!)
      else this.jar.set(name!, value!)
      if (line.endsWith('SameSite=Strict')) this.#strict.add(name!)
    }
    return response
  }

  /** One step of a visit, which the issuer begins: a browser writes neither origin nor the relay's header on it. */
  visit(address: string, site = 'cross-site'): Promise<Response> {
    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': site }
    return this.#send(address, { headers })
  }

  /** As a page's script asks. */
  ask(address: string, init: RequestInit = {}, proxy?: Stage['proxy']): Promise<Response> {
    const headers = { 'x-relay': '1', 'sec-fetch-site': 'same-origin', ...init.headers }
    return this.#send(address, { ...init, headers }, proxy)
  }

  /** Gives the address that the user comes back to. */
  async signIn(query = ''): Promise<string | null> {
    const begun = await this.visit(`/user/sign-in${query}`)
    const back = await this.visit(this.#stage.granted(begun.headers.get('location')!))
    return back.headers.get('location')
  }

  get session(): string | undefined {
    return this.jar.get('__Host-waraq-session')
  }
}
