import { createSandbox, type Sandbox } from '@waraq/sandbox'

/**
 * The service at one moment. It answers each address once and repeats itself from then on, so that thousands of runs cost
 * little and meet the same answers in the same order of events.
 */
export class Service {
  readonly sandbox: Sandbox
  #answers = new Map<
    string,
    { readonly status: number; readonly headers: Headers; readonly body: ArrayBuffer }
  >()
  #token: Promise<{ token: string; clientId: string; expiresAt: number }> | null = null

  constructor(resources: string) {
    this.sandbox = createSandbox({ content: { chapters: [114], resources }, now: () => madeAt })
  }

  readonly tokens = {
    get: () => {
      this.#token ??= this.sandbox.accessToken().then((token) => ({ ...token, expiresAt: Infinity }))
      return this.#token
    },
  }

  /** Call after each change of the sandbox. */
  changed(): void {
    this.#answers.clear()
  }

  async answer(url: string, init: RequestInit | undefined): Promise<Response> {
    const known = this.#answers.get(url)
    if (known) return new Response(known.body, { status: known.status, headers: known.headers })
    const answer = await this.sandbox.fetch(new Request(url, init))
    const { status, headers } = answer
    this.#answers.set(url, { status, headers, body: await answer.arrayBuffer() })
    return this.answer(url, init)
  }
}

/** When all this happens. A fixed time makes two runs equal to the byte. */
export const madeAt = Date.UTC(2026, 7, 1)

/** `sync`, or the resource whose snapshot is asked for. */
export function nameOfRequest(url: string): string {
  const snapshot = /snapshots\/([a-z_]+)\/(\d+)$/.exec(new URL(url).pathname)
  return snapshot ? `${snapshot[1]}:${snapshot[2]}` : 'sync'
}
