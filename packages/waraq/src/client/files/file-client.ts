import type { Clock } from '../clock.ts'
import { call } from '../exchange/call.ts'
import type { OutgoingRequest, Right } from '../exchange/request.ts'
import { transportOf } from '../exchange/transport.ts'
import { truncatedBodyError } from '../failures.ts'
import type { CallOptions, Timeouts } from '../options.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { fileAddress, parseFileHosts } from './file-address.ts'
import { fileHeadOf, goesOn, mostSwollen, tooLong, wrongPart, type FileHead } from './file-head.ts'
import { refusedFile } from './refused-file.ts'

export interface FileClientOptions {
  /** Origins that files may be requested from, such as `https://static.example.org`: https, or http on a loopback host. */
  hosts: readonly string[]
  /** Addresses without a host are resolved against the origin of this root, which `hosts` has to list as well. */
  contentRoot?: string | URL | undefined
  /**
   * Addresses without a host are resolved below this one, whose origin `hosts` has to list as well. Takes precedence over
   * `contentRoot`.
   */
  base?: string | URL | undefined
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Default: 5 attempts, 500 ms first ceiling, 30 s longest delay. */
  retry?: Partial<RetryPolicy> | undefined
  /** Default: 30 s for the headers and between bytes, 10 minutes for the body of one answer. */
  timeouts?: Timeouts | undefined
  clock?: Clock | undefined
  /** From 0 inclusive to 1 exclusive. */
  random?: (() => number) | undefined
}

export interface FileCallOptions extends CallOptions {
  /** Maximum length of the file in bytes. A longer file is rejected. */
  mostBytes: number
  /** The part of the file that the receiver already has from an earlier call. Only the rest is requested. */
  have?: { readonly head: FileHead; readonly bytes: number } | undefined
}

/** Receives a file chunk by chunk, so that a complete file is in memory only if the receiver wants that. */
export interface FileReceiver {
  /**
   * An answer starts at byte `from` of the file: where the previous one ended, or at 0. At 0, bytes received earlier are
   * void.
   */
  begin(head: FileHead, from: number): void | Promise<void>
  /** The bytes are valid only until the promise settles. */
  take(bytes: Uint8Array): void | Promise<void>
}

/** Fetches public files of listed hosts, without token, cookies, referrer or cache. Does not follow redirects. */
export interface FileClient {
  /**
   * Returns the complete address of a file.
   * @throws {WaraqError} `foreign_address` if its host is not listed
   */
  address(given: string): string
  /**
   * Downloads a file into the receiver. Resolves with its length in bytes once it is complete: as long as its answer
   * reported, if it reported a length. Failed tries are repeated like those of the client's other calls. A download that
   * broke off continues there if the host supports ranges and reports a version that stayed the same; otherwise it starts
   * again. Rejects with `foreign_address` without a request; with `invalid_response` as soon as the file is longer than
   * `mostBytes`; with the error that the receiver throws; otherwise with `network`, `timeout`, `truncated_body`,
   * `rate_limited`, `service_failed`, `not_found`, `forbidden`, `invalid_request` or `aborted`.
   */
  download(given: string, receiver: FileReceiver, options: FileCallOptions): Promise<number>
}

/** Requests for public files carry no right. */
const publicly: Right = { headers: {}, credentials: 'omit', secrets: [], renewed: () => undefined }

/** After this many tries in a row without an answer, the complete file is requested instead of its rest. */
const mostSilent = 2

/**
 * Creates a client of listed hosts. It sends nothing until `download` is called.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`
 */
export function createFileClient(options: FileClientOptions): FileClient {
  const hosts = parseFileHosts(options.hosts, options)
  const transport = transportOf(options, 600_000)
  return {
    address: (given) => fileAddress(hosts, given).href,

    download: async (given, receiver, { mostBytes, have, signal }) => {
      const { href: url, origin, pathname: name } = fileAddress(hosts, given)
      let head = have?.head
      let at = have?.bytes ?? 0
      let silent = 0
      // If a browser has to ask the host whether it accepts ranges, a refusal looks like a missing network.
      const asksForRest = () => at > 0 && head !== undefined && head.version !== null && silent < mostSilent
      const request: OutgoingRequest = {
        name,
        url,
        shown: origin + name,
        // No `If-Range`: browsers have to ask hosts whether they may send that header, which file hosts do not allow. The
        // version of the answer is compared instead.
        get headers() {
          return asksForRest() ? { range: `bytes=${at}-` } : {}
        },
        right: async () => publicly,
        isAnswer: (status) => status === 200 || (asksForRest() && (status === 206 || status === 416)),
        mostBytes,
        readRefusal: async () => undefined,
        refused: (refusal) => refusedFile(name, refusal),
        onRetry: ({ error }) => void (silent = error.code === 'network' ? silent + 1 : 0),
      }
      return call(
        transport,
        request,
        async ({ body, status, headers }) => {
          const next = fileHeadOf(headers, status)
          const rest = status === 200 ? next : status === 206 ? goesOn(headers, next, head!, at) : undefined
          if (!rest) {
            at = 0
            throw wrongPart(name, status)
          }
          head = rest
          if (status === 200) at = 0
          await receiver.begin(head, at)
          const most = Math.min(mostBytes, mostSwollen(headers))
          for await (const bytes of body.chunks) {
            const end = at + bytes.byteLength
            // A partial answer is never compressed. One that is longer than reported is another part.
            if (status === 206 && end > (head.bytes ?? end)) {
              at = 0
              throw wrongPart(name, status)
            }
            if (end > most) throw tooLong(name, status, most)
            await receiver.take(bytes)
            at += bytes.byteLength
          }
          // Across origins, a browser hides whether the body was compressed. A compressed body is longer than its answer reports.
          if (head.bytes !== null && at < head.bytes) throw truncatedBodyError(name, at, head.bytes)
          return at
        },
        { signal },
      )
    },
  }
}
