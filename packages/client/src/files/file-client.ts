import { linkedController, throwIfAborted } from '../abort.ts'
import { openBody, type Body } from '../body.ts'
import { systemClock, type Clock } from '../clock.ts'
import type { CallOptions, Timeouts } from '../options.ts'
import { withRetries } from '../retry.ts'
import { defaultRetryPolicy, type RetryPolicy } from '../retry-policy.ts'
import { discard, sendTo } from '../transport.ts'
import { fileAddress, parseFileHosts } from './file-address.ts'
import { refusedFile } from './refused-file.ts'

export interface FileClientOptions {
  /** Origins that may be asked, such as `https://static.example.org`: https, or http on a loopback host. No others are. */
  hosts: readonly string[]
  /** Addresses without a host are those of its origin, which has to be among `hosts` as well. */
  contentRoot?: string | URL | undefined
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Default: 5 attempts, 500 ms first ceiling, 30 s longest delay. */
  retry?: Partial<RetryPolicy> | undefined
  /** Default: 30 s for the headers and between bytes, 10 minutes for a whole file. */
  timeouts?: Timeouts | undefined
  clock?: Clock | undefined
  /** From 0 inclusive to 1 exclusive. */
  random?: (() => number) | undefined
}

export interface FileCallOptions extends CallOptions {
  /** Bytes beyond which a body is given up. */
  mostBytes: number
}

/** Fetches public files of listed hosts: without token, cookies, referrer or cache, and following no redirect. */
export interface FileClient {
  /**
   * The complete address of a file.
   * @throws {WaraqError} `foreign_address` where its host is not listed
   */
  address(given: string): string
  /**
   * The bytes of a file. Tried again as the client's other calls are. Rejects with `foreign_address` without a request; with
   * `invalid_response` as soon as the body is longer than `mostBytes`; else with `network`, `timeout`, `truncated_body`,
   * `rate_limited`, `service_failed`, `not_found`, `forbidden`, `invalid_request` or `aborted`.
   */
  download(given: string, options: FileCallOptions): Promise<Uint8Array<ArrayBuffer>>
}

const defaults = { headersMs: 30_000, idleMs: 30_000, totalMs: 600_000 }

const publicly = { headers: {}, credentials: 'omit' } as const

/** All bytes; a chunk holds only until the next one is asked for. */
async function readBytes(body: Body): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body.chunks) chunks.push(chunk.slice())
  const bytes = new Uint8Array(body.bytes())
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/**
 * A client of listed hosts. Sends nothing until it is asked to.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`
 */
export function createFileClient(options: FileClientOptions): FileClient {
  const hosts = parseFileHosts(options.hosts, options.contentRoot)
  const { clock = systemClock, random = Math.random } = options
  const policy = { ...defaultRetryPolicy, ...options.retry }
  const { headersMs, idleMs, totalMs } = { ...defaults, ...options.timeouts }
  // A property would be called with the wrong `this`, which browsers refuse.
  const send = options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init))
  const transport = { fetch: ((input, init) => send(input, init)) as typeof fetch, clock, headersMs }

  /** One try, under a controller of its own that ends with it. */
  async function attemptOnce(url: URL, mostBytes: number, signal: AbortSignal) {
    const path = url.pathname
    const { controller, unlink } = linkedController([signal])
    try {
      const response = await sendTo(transport, { url: url.href, path }, publicly, controller.signal)
      if (response.status !== 200) {
        discard(response)
        throw refusedFile(response, path, clock.now())
      }
      const limits = { idleMs, totalMs, mostBytes, signal: controller.signal }
      return await readBytes(openBody(response, { path, clock, ...limits }))
    } finally {
      unlink()
      controller.abort('over')
    }
  }

  return {
    address: (given) => fileAddress(hosts, given).href,

    download: async (given, { mostBytes, signal: caller }) => {
      const url = fileAddress(hosts, given)
      const { controller, unlink } = linkedController([caller])
      const { signal } = controller
      try {
        throwIfAborted(signal)
        return await withRetries(() => attemptOnce(url, mostBytes, signal), {
          address: 'file',
          policy,
          clock,
          random,
          signal,
          onRetry: undefined,
        })
      } catch (error) {
        throwIfAborted(signal)
        throw error
      } finally {
        unlink()
      }
    },
  }
}
