import { createContentClient } from './content-client.ts'
import type { ContentClient, ContentClientOptions, RetryNotice } from './options.ts'
import type { AccessToken, TokenSource } from './token-source.ts'
import { VirtualClock } from '@waraq/test-support/virtual-clock'

export interface Sent {
  url: string
  init: RequestInit
  /** A request header. */
  header(name: string): string | null
}

/** One answer of the script: a response, an error to reject with, or something that decides by the request. */
export type Step = Response | Error | ((sent: Sent) => Response | Promise<Response>)

/** More than any test means to send. Whoever asks without end would otherwise never let a time limit have its turn. */
const mostRequests = 20_000

/** A `fetch` that answers from a script; the last step repeats. */
export function scriptedFetch(...steps: Step[]): { fetch: typeof fetch; sent: Sent[] } {
  const sent: Sent[] = []
  return {
    sent,
    fetch: async (input, init = {}) => {
      const headers = new Headers(init.headers)
      const request: Sent = { url: String(input), init, header: (name) => headers.get(name) }
      sent.push(request)
      if (sent.length > mostRequests) throw new Error(`More than ${mostRequests} requests were sent`)
      const step = steps[Math.min(sent.length, steps.length) - 1]
      if (step instanceof Error) throw step
      if (step instanceof Response) return step.clone()
      return step!(request)
    },
  }
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

export function standardError(status: number, type: string, headers: Record<string, string> = {}): Response {
  return json({ message: 'No.', type, success: false }, status, headers)
}

export function syncError(status: number, code: string, message = 'No.'): Response {
  return json({ error: { code, message } }, status)
}

export const html = (status = 200): Response =>
  new Response('<!doctype html><title>Sign in</title>', { status, headers: { 'content-type': 'text/html' } })

export const lastPage = {
  sync: {
    sync_until_sequence: 7,
    has_more: false,
    next_page_url: null,
    next_sync_token: 'checkpoint-7',
    mutations: [],
  },
}

/** A body that sends the chunks and then hangs, breaks or ends. */
export function streamed(chunks: string[], end: 'hang' | 'break' | 'close'): Response {
  const pending = [...chunks]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = pending.shift()
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk))
      else if (end === 'close') controller.close()
      else if (end === 'break') controller.error(new TypeError('terminated'))
      else return new Promise(() => undefined)
      return undefined
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

/** A token source that counts: t1, and a new one with each refresh. */
export function countingTokens(): TokenSource & { refreshes: number } {
  let number = 1
  return {
    refreshes: 0,
    async get(options): Promise<AccessToken> {
      if (options?.refresh) {
        number += 1
        this.refreshes += 1
      }
      return { token: `t${number}`, clientId: 'client-1', expiresAt: 0 }
    },
  }
}

export interface Bench {
  client: ContentClient
  clock: VirtualClock
  sent: Sent[]
  tokens: ReturnType<typeof countingTokens>
  notices: RetryNotice[]
}

/** A client over a script, with virtual time and the longest random delays. */
export function bench(steps: Step[], options: Partial<ContentClientOptions> = {}): Bench {
  const clock = new VirtualClock()
  const tokens = countingTokens()
  const notices: RetryNotice[] = []
  const { fetch, sent } = scriptedFetch(...steps)
  const client = createContentClient({
    contentRoot: 'https://service.example/content',
    tokens,
    fetch,
    clock,
    random: () => 0.999,
    onRetry: (notice) => notices.push(notice),
    ...options,
  })
  return { client, clock, sent, tokens, notices }
}
