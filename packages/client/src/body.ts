import { isAbort } from '@waraq/contract'
import { throwIfAborted } from './abort.ts'
import type { Clock } from './clock.ts'
import { beforeDeadline } from './deadline.ts'
import { invalidResponseError, timeoutError, truncatedBodyError } from './failures.ts'

/** A body that is read once, under an idle timeout. */
export interface Body {
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
  idleMs: number
  signal: AbortSignal
}

/**
 * The length that the body will have when read; null where the headers do not tell. A compressed body's length says
 * nothing about it, and across origins a browser hides whether a body is compressed.
 */
export function expectedBytes(response: Response): number | null {
  const length = response.headers.get('content-length') ?? ''
  const encoding = response.headers.get('content-encoding') ?? 'identity'
  if (response.type === 'cors' || encoding !== 'identity' || !/^\d+$/.test(length)) return null
  return Number(length)
}

export function openBody(response: Response, options: BodyOptions): Body {
  const { path, clock, idleMs: ms, signal } = options
  const bytesExpected = expectedBytes(response)
  const reader = response.body?.getReader()
  let bytes = 0
  let failure: unknown
  const late = () => timeoutError(path, 'body', ms)
  // Not waited for: a stream that hangs may hang here as well.
  const cancel = () => void reader?.cancel().catch(() => undefined)

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      while (reader) {
        throwIfAborted(signal)
        const { done, value } = await beforeDeadline(reader.read(), { clock, ms, signal, late })
        if (done) break
        bytes += value.byteLength
        yield value
      }
      if (bytesExpected !== null && bytes !== bytesExpected) throw new Error('short body')
    } catch (error) {
      // Whatever else breaks a stream in the middle, the body is not whole.
      failure = isAbort(error) || isTimeout(error) ? error : truncatedBodyError(path, bytes, bytesExpected)
      throw failure
    } finally {
      cancel()
    }
  }

  return { chunks: read(), bytesExpected, bytes: () => bytes, failure: () => failure, cancel }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'timeout'
}

/**
 * The whole body as text.
 * @throws `truncated_body` where it is no UTF-8, `invalid_response` beyond `most` bytes
 */
export async function readText(body: Body, path: string, status: number, most = Infinity): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw truncatedBodyError(path, body.bytes(), body.bytesExpected)
    }
  }
  const tooLong = () => invalidResponseError(path, status, [`longer than ${most} bytes`], false)
  if ((body.bytesExpected ?? 0) > most) throw tooLong()
  let text = ''
  for await (const chunk of body.chunks) {
    if (body.bytes() > most) throw tooLong()
    text += decode(chunk)
  }
  return text + decode()
}
