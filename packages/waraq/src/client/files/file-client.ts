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
  /** Origins that may be asked, such as `https://static.example.org`: https, or http on a loopback host. */
  hosts: readonly string[]
  /** An address without a host belongs to the origin of this root, which `hosts` has to list as well. */
  contentRoot?: string | URL | undefined
  /** An address without a host leads below this one, whose origin `hosts` has to list as well. Goes before `contentRoot`. */
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
  /** Bytes beyond which a file is given up. */
  mostBytes: number
  /** What the receiver has of the file already, by an earlier call. Only what comes after it is asked for. */
  have?: { readonly head: FileHead; readonly bytes: number } | undefined
}

/** Takes a file as it comes, so that no file is in memory as a whole unless its receiver wants that. */
export interface FileReceiver {
  /** An answer begins, at byte `from` of the file: where the one before ended, or at 0, which makes void what was received. */
  begin(head: FileHead, from: number): void | Promise<void>
  /** The bytes are valid only until the promise settles. */
  take(bytes: Uint8Array): void | Promise<void>
}

/** Fetches public files of listed hosts: without token, cookies, referrer or cache, and following no redirect. */
export interface FileClient {
  /**
   * The complete address of a file.
   * @throws {WaraqError} `foreign_address` where its host is not listed
   */
  address(given: string): string
  /**
   * Gives the receiver a file, and resolves with its length once it is whole: as long as its answer said, where it said that.
   * Tried again as the client's other calls are. A file that was cut goes on where it was cut, if the host takes ranges and
   * names a version that stayed the same; else it begins anew. Rejects with `foreign_address` without a request; with
   * `invalid_response` as soon as the file is longer than `mostBytes`; with what the receiver throws; else with `network`,
   * `timeout`, `truncated_body`, `rate_limited`, `service_failed`, `not_found`, `forbidden`, `invalid_request` or `aborted`.
   */
  download(given: string, receiver: FileReceiver, options: FileCallOptions): Promise<number>
}

/** Requests for public files carry no right. */
const publicly: Right = { headers: {}, credentials: 'omit', secrets: [], renewed: () => undefined }

/** Tries in a row that get no answer, after which the whole file is asked for instead of its rest. */
const mostSilent = 2

/**
 * A client of listed hosts. Sends nothing until it is asked to.
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
      // A browser that must ask the host whether it takes ranges, and is told no, looks as if there were no network.
      const asksForRest = () => at > 0 && head !== undefined && head.version !== null && silent < mostSilent
      const request: OutgoingRequest = {
        name,
        url,
        shown: origin + name,
        // Without `If-Range`: browsers ask hosts for leave to send that header, which hosts of files do not give. So the
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
            // A part is never compressed, so one that is longer than it says is another part.
            if (status === 206 && end > (head.bytes ?? end)) {
              at = 0
              throw wrongPart(name, status)
            }
            if (end > most) throw tooLong(name, status, most)
            await receiver.take(bytes)
            at += bytes.byteLength
          }
          // Across origins, a browser does not say whether the body was compressed; then it is longer than its answer says.
          if (head.bytes !== null && at < head.bytes) throw truncatedBodyError(name, at, head.bytes)
          return at
        },
        { signal },
      )
    },
  }
}
