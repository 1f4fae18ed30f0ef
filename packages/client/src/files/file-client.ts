import type { Body } from '../body.ts'
import type { Clock } from '../clock.ts'
import { call } from '../exchange/call.ts'
import type { OutgoingRequest, Right } from '../exchange/request.ts'
import { transportOf } from '../exchange/transport.ts'
import type { CallOptions, Timeouts } from '../options.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { fileAddress, parseFileHosts } from './file-address.ts'
import { refusedFile } from './refused-file.ts'

export interface FileClientOptions {
  /** Origins that may be asked, such as `https://static.example.org`: https, or http on a loopback host. */
  hosts: readonly string[]
  /** An address without a host belongs to the origin of this root, which `hosts` has to list as well. */
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

/** Requests for public files carry no right. */
const publicly: Right = { headers: {}, credentials: 'omit', secrets: [], renewed: () => undefined }

/** All bytes, copied: a chunk is valid only until the next one is asked for. */
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
  const transport = transportOf(options, 600_000)
  return {
    address: (given) => fileAddress(hosts, given).href,

    download: async (given, { mostBytes, signal }) => {
      const { href: url, origin, pathname: name } = fileAddress(hosts, given)
      const request: OutgoingRequest = {
        name,
        url,
        shown: origin + name,
        headers: {},
        right: async () => publicly,
        isAnswer: (status) => status === 200,
        mostBytes,
        readRefusal: async () => undefined,
        refused: (refusal) => refusedFile(name, refusal),
      }
      return call(transport, request, ({ body }) => readBytes(body), { signal })
    },
  }
}
