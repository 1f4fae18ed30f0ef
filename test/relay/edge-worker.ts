/** The handlers as a module worker. Its bindings are those of `edge.test.ts`. */
import { bookmarks } from 'waraq/client'
import { userRootsBelow } from '@waraq/protocol/user'
import {
  createContentProxy,
  createTokenRelay,
  createUserDataProxy,
  type Handler,
  type RelayClock,
} from '@waraq/relay'

export interface Bindings {
  /** Root of the issuer and of all services. */
  readonly SERVICE: string
  readonly CLIENT_ID: string
  readonly CLIENT_SECRET: string
  readonly ORIGIN: string
  readonly MOST_PER_CLIENT: number
}

interface Context {
  waitUntil(work: Promise<unknown>): void
}

/** Tests move it on; otherwise it stays within one minute, which is what limits count by. */
let aheadMs = 0
const clock: RelayClock = {
  now: () => aheadMs,
  monotonic: () => performance.now() + aheadMs,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(new DOMException('The wait was cancelled', 'AbortError'))
      })
    }),
}

function handlersOf(env: Bindings): ReadonlyMap<string, Handler> {
  const options = {
    authUrl: env.SERVICE,
    clientId: env.CLIENT_ID,
    clientSecret: env.CLIENT_SECRET,
    allowedOrigins: [env.ORIGIN],
    authorize: 'everyone',
    limits: { perClient: env.MOST_PER_CLIENT },
    clock,
  } as const
  return new Map([
    ['token', createTokenRelay(options)],
    ['content', createContentProxy({ ...options, contentRoot: `${env.SERVICE}/content` })],
    [
      'user',
      createUserDataProxy({ ...options, userRoots: userRootsBelow(env.SERVICE), operations: { bookmarks } }),
    ],
  ])
}

/** Once for all requests of an isolate: tokens and limits are in its memory. */
let handlers: ReadonlyMap<string, Handler> | undefined

export default {
  async fetch(request: Request, env: Bindings, context: Context): Promise<Response> {
    handlers ??= handlersOf(env)
    const [, place = '', word] = new URL(request.url).pathname.split('/')
    if (place === 'clock') return new Response(String((aheadMs += Number(word))))
    const handler = handlers.get(place)
    if (!handler) return new Response(null, { status: 404 })
    return handler(request, {
      address: request.headers.get('cf-connecting-ip') ?? undefined,
      waitUntil: (work) => context.waitUntil(work),
    })
  },
}
