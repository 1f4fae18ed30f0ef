import { scriptedFetch, type Sent, type Step } from '@waraq/test-support/scripted-fetch'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { HostContext } from '../access/options.ts'
import type { RelayLogEntry } from '../events/log.ts'
import { createContentProxy, type ContentProxyOptions } from '../content-proxy.ts'

export const secret = 'CANARY-SECRET'
export const origin = 'https://reader.example'
export const contentRoot = 'https://service.example/content'
export const snapshot = '/api/v4/resources/snapshots/translations/20'

/** The n-th token of the issuer. */
export const tokenNumber = (n: number) => `CANARY-TOKEN-${n}`

const issued = (n: number) =>
  Response.json({ access_token: tokenNumber(n), expires_in: 3_600, scope: 'content', token_type: 'bearer' })

/** What a browser sends with a reading request to the page's own server. */
export const ofPage = { 'sec-fetch-site': 'same-origin', 'x-relay': '1' }

/** A proxy over a scripted service, and an issuer that always has another token. */
export function bench(steps: readonly Step[], options: Partial<ContentProxyOptions> = {}) {
  const clock = new VirtualClock()
  const log: RelayLogEntry[] = []
  const service = scriptedFetch(...steps)
  const issuer = { asked: 0 }
  const proxy = createContentProxy({
    authUrl: 'https://issuer.example',
    contentRoot,
    clientId: 'client-1',
    clientSecret: secret,
    allowedOrigins: [origin],
    authorize: 'everyone',
    limits: false,
    clock,
    requestId: () => 'r',
    observe: (entry) => entry.event !== 'answered' && entry.event !== 'issued' && log.push(entry),
    fetch: async (input, init) =>
      String(input).startsWith('https://issuer.example/')
        ? issued((issuer.asked += 1))
        : service.fetch(input, init),
    ...options,
  })
  const ask = (path: string = snapshot, init: RequestInit = {}, host?: HostContext) =>
    proxy(
      new Request(`${origin}/content${path}`, {
        ...init,
        headers: { ...ofPage, ...(init.headers as Record<string, string> | undefined) },
      }),
      host,
    )
  return { clock, log, asked: service.sent as readonly Sent[], issuer, proxy, ask }
}

/** A body of chunks of one kibibyte that tells how many were asked for, and how it ended. */
export function countedBody(chunks: number, end: 'close' | 'hang' | 'break' = 'close') {
  const reported = { pulls: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (reported.pulls < chunks) {
          reported.pulls += 1
          controller.enqueue(crypto.getRandomValues(new Uint8Array(1024)))
        } else if (end === 'close') controller.close()
        else if (end === 'break') controller.error(new TypeError(secret))
        else await new Promise(() => undefined)
      },
      cancel: () => {
        reported.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { reported, response: () => new Response(body, { headers: { 'content-type': 'application/json' } }) }
}
