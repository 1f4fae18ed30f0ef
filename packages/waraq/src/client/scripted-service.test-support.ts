import { createContentClient } from './content-client.ts'
import type { ContentClient, ContentClientOptions, RetryNotice } from './options.ts'
import type { AccessToken, TokenSource } from './token-source.ts'
import { scriptedFetch, type Sent, type Step } from '@waraq/test-support/scripted-fetch'
import { VirtualClock } from '@waraq/test-support/virtual-clock'

export { scriptedFetch, type Sent, type Step }

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
export function bench(
  steps: Step[],
  { tokens: given, proxy, ...options }: Partial<ContentClientOptions> = {},
): Bench {
  const clock = new VirtualClock()
  const tokens = countingTokens()
  const notices: RetryNotice[] = []
  const { fetch, sent } = scriptedFetch(...steps)
  const client = createContentClient({
    contentRoot: 'https://service.example/content',
    fetch,
    clock,
    random: () => 0.999,
    onRetry: (notice) => notices.push(notice),
    ...options,
    ...(proxy ? { proxy } : { tokens: given ?? tokens }),
  })
  return { client, clock, sent, tokens, notices }
}
