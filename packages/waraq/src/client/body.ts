import { isAbort, isWaraqError, type WaraqError } from '@waraq/protocol'
import { throwIfAborted } from './abort.ts'
import { ChunkReader } from './chunk-reader.ts'
import type { Clock } from './clock.ts'
import { invalidResponseError, timeoutError, truncatedBodyError } from './failures.ts'
import { beforeDeadline } from './waits.ts'

/** A body that is read once, with timeouts and a maximum length. */
export interface Body {
  /** The bytes of a chunk are valid only until the next chunk is requested. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Bytes that `chunks` should yield; null if unknown. */
  readonly bytesExpected: number | null
  /** Bytes read so far. */
  bytes(): number
  /** The error that reading failed with, if any: the code that reads `chunks` may have swallowed it. */
  failure(): unknown
  /** Cancels the unread rest. */
  cancel(): void
}

export interface BodyOptions {
  path: string
  clock: Clock
  /** Longest wait for the next byte. */
  idleMs: number
  /** Longest wait for all bytes together: a body may trickle for ever without ever being idle. */
  totalMs: number
  /** Reading a longer body fails. */
  mostBytes: number
  /** Creates the error of a body that is too long. Default: `invalid_response`. */
  tooLong?: (() => WaraqError) | undefined
  signal: AbortSignal
}

/**
 * Number of bytes that reading the body will yield; null if the headers do not determine it. The `Content-Length` of a
 * compressed body is a different number, and across origins a browser hides whether a body is compressed.
 */
function expectedBytes(response: Response): number | null {
  const length = response.headers.get('content-length') ?? ''
  const encoding = response.headers.get('content-encoding') ?? 'identity'
  if (response.type === 'cors' || encoding !== 'identity' || !/^\d+$/.test(length)) return null
  return Number(length)
}

export function openBody(response: Response, options: BodyOptions): Body {
  const { path, clock, idleMs, totalMs, mostBytes, tooLong, signal } = options
  const bytesExpected = expectedBytes(response)
  const reader = response.body ? new ChunkReader(response.body) : undefined
  let bytes = 0
  let failure: unknown
  const throwIfTooLong = (length: number) => {
    if (length <= mostBytes) return
    throw (
      tooLong?.() ?? invalidResponseError(path, response.status, [`longer than ${mostBytes} bytes`], false)
    )
  }
  // Not awaited: cancelling a stream that hangs may hang too.
  const cancel = () => void reader?.cancel().catch(() => undefined)

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    // Only the time spent waiting for chunks counts. The time that the caller takes to process a chunk is not the service's
    // fault.
    let waited = 0
    let idle = 0
    try {
      throwIfTooLong(bytesExpected ?? 0)
      while (reader) {
        throwIfAborted(signal)
        const total = totalMs - waited < idleMs - idle
        const ms = total ? totalMs - waited : idleMs - idle
        const late = (): never => {
          throw timeoutError(path, total ? 'total' : 'body', total ? totalMs : idleMs)
        }
        if (ms <= 0) late()
        const since = clock.monotonic()
        const value = await beforeDeadline(reader.read(), { clock, ms, signal, late })
        const took = clock.monotonic() - since
        waited += took
        if (!value) break
        // An empty chunk does not reset the idle timeout.
        idle = value.byteLength > 0 ? 0 : idle + took
        bytes += value.byteLength
        throwIfTooLong(bytes)
        if (value.byteLength > 0) yield value
      }
      if (bytesExpected !== null && bytes !== bytesExpected) throw new Error('short body')
    } catch (error) {
      // Any other error that breaks the stream means that the body is incomplete.
      const known = isWaraqError(error) || isAbort(error)
      failure = known ? error : truncatedBodyError(path, bytes, bytesExpected)
      throw failure
    } finally {
      cancel()
    }
  }

  return { chunks: read(), bytesExpected, bytes: () => bytes, failure: () => failure, cancel }
}

/**
 * Returns the complete body as text.
 * @throws `truncated_body` if it is not UTF-8: replacing broken bytes would change the text
 */
export async function readText(body: Body, path: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw truncatedBodyError(path, body.bytes(), body.bytesExpected)
    }
  }
  let text = ''
  for await (const chunk of body.chunks) text += decode(chunk)
  return text + decode()
}
