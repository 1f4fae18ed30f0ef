import { isAbort, isWaraqError, type WaraqError } from '@waraq/contract'
import { throwIfAborted } from './abort.ts'
import { ChunkReader } from './chunk-reader.ts'
import type { Clock } from './clock.ts'
import { invalidResponseError, timeoutError, truncatedBodyError } from './failures.ts'
import { beforeDeadline } from './waits.ts'

/** A body that is read once, under timeouts and up to a length. */
export interface Body {
  /** Each holds until the next one is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Bytes that `chunks` should yield; null where unknown. */
  readonly bytesExpected: number | null
  /** Bytes read so far. */
  bytes(): number
  /** Why reading failed, if it did: a reader of `chunks` may have hidden it. */
  failure(): unknown
  /** Gives up what was not read. */
  cancel(): void
}

export interface BodyOptions {
  path: string
  clock: Clock
  /** Longest wait for the next byte. */
  idleMs: number
  /** Longest wait for all bytes together: a body may trickle for ever without ever being idle. */
  totalMs: number
  /** Bytes beyond which it is given up. */
  mostBytes: number
  /** What to say then. Default: `invalid_response`. */
  tooLong?: (() => WaraqError) | undefined
  signal: AbortSignal
}

/**
 * The length that the body will have when read; null where the headers do not tell. A compressed body's length says
 * nothing about it, and across origins a browser hides whether a body is compressed.
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
  // Not waited for: a stream that hangs may hang here as well.
  const cancel = () => void reader?.cancel().catch(() => undefined)

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    // What the reader of the chunks does with them takes time too, and is not the service's fault.
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
        // An empty chunk is no sign of life.
        idle = value.byteLength > 0 ? 0 : idle + took
        bytes += value.byteLength
        throwIfTooLong(bytes)
        if (value.byteLength > 0) yield value
      }
      if (bytesExpected !== null && bytes !== bytesExpected) throw new Error('short body')
    } catch (error) {
      // Whatever else breaks a stream in the middle, the body is not whole.
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
