import { isAbort, isWaraqError, type WaraqError } from '@waraq/protocol'
import { throwIfAborted } from './abort.ts'
import { ChunkReader } from './chunk-reader.ts'
import type { Clock } from './clock.ts'
import { invalidResponseError, timeoutError, truncatedBodyError } from './failures.ts'
import { beforeDeadline } from './waits.ts'

/** A body that is read once, under timeouts and up to a length. */
export interface Body {
  /** The bytes of a chunk are valid only until the next chunk is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Bytes that `chunks` should yield; null where unknown. */
  readonly bytesExpected: number | null
  /** Bytes read so far. */
  bytes(): number
  /** The error that reading failed with, if it failed: the code that reads `chunks` may have swallowed it. */
  failure(): unknown
  /** Cancels the part that was not read. */
  cancel(): void
}

export interface BodyOptions {
  path: string
  clock: Clock
  /** Longest wait for the next byte. */
  idleMs: number
  /** Longest wait for all bytes together: a body may trickle for ever without ever being idle. */
  totalMs: number
  /** A body of more bytes is given up. */
  mostBytes: number
  /** Makes the error of such a body. Default: `invalid_response`. */
  tooLong?: (() => WaraqError) | undefined
  signal: AbortSignal
}

/**
 * The number of bytes that reading the body will give; null where the headers do not tell. The `Content-Length` of a
 * compressed body is another number, and across origins a browser hides whether a body is compressed.
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
  // Not awaited: to cancel a stream that hangs may hang, too.
  const cancel = () => void reader?.cancel().catch(() => undefined)

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    // Only waits for chunks count: the time that the caller takes over a chunk is not the service's fault.
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
        // An empty chunk is no heartbeat.
        idle = value.byteLength > 0 ? 0 : idle + took
        bytes += value.byteLength
        throwIfTooLong(bytes)
        if (value.byteLength > 0) yield value
      }
      if (bytesExpected !== null && bytes !== bytesExpected) throw new Error('short body')
    } catch (error) {
      // Any other error that breaks the stream means that the body is not whole.
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
 * The whole body as text.
 * @throws `truncated_body` where it is no UTF-8: replacing broken bytes would change the text
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
