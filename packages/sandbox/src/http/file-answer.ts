import type { Bytes } from '../bytes.ts'
import { generatedAt } from '../content/generator.ts'
import type { FilePiece, MadeFile } from '../content/made-file.ts'
import type { FaultEffect } from '../faults/fault.ts'
import { standardError } from './errors.ts'

const lastModified = new Date(generatedAt).toUTCString()

/** From the byte `from` up to, but not including, the byte `to`. */
interface Part {
  readonly from: number
  readonly to: number
}

/**
 * The part that a `Range` header requests. Undefined if it requests none, or in a form that a server may ignore: several
 * parts, another unit, an end before its start. Null if the file has no such part.
 */
function partOf(range: string | null, length: number): Part | null | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') return last === '0' ? null : { from: Math.max(0, length - Number(last)), to: length }
  const part = { from: Number(first), to: last === '' ? length : Math.min(Number(last) + 1, length) }
  if (last !== '' && Number(last) < part.from) return undefined
  return part.from < length ? part : null
}

function* bytesOf(pieces: readonly FilePiece[], { from, to }: Part): Generator<Bytes> {
  let at = 0
  for (const { length, bytes } of pieces) {
    const [first, last] = [Math.max(from - at, 0), Math.min(to - at, length)]
    if (first < last) yield bytes().subarray(first, last)
    at += length
  }
}

/** A stream that is as fast as its reader. Each piece is generated when it is read. */
function streamOf(pieces: Generator<Bytes>): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>({
    pull(controller) {
      const { done, value } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

/**
 * Answers with the file or with the requested part of it, as static hosts do (RFC 9110, 14). If `If-Range` names another
 * version, the answer is the complete file.
 */
export function fileAnswer(
  asked: Headers,
  { type, etag, pieces }: MadeFile,
  cacheControl: string,
  { ignoreRange = false }: FaultEffect,
): Response {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const version = asked.get('if-range')
  const isSame = version === null || version === etag || version === lastModified
  const part = isSame && !ignoreRange ? partOf(asked.get('range'), length) : undefined
  if (part === null) {
    const refusal = standardError(416, 'The file has no such part.')
    refusal.headers.set('content-range', `bytes */${length}`)
    return refusal
  }
  const { from, to } = part ?? { from: 0, to: length }
  const headers = new Headers({
    'content-type': type,
    'content-length': String(to - from),
    'cache-control': cacheControl,
    etag,
    'last-modified': lastModified,
  })
  if (!ignoreRange) headers.set('accept-ranges', 'bytes')
  if (part) headers.set('content-range', `bytes ${from}-${to - 1}/${length}`)
  return new Response(streamOf(bytesOf(pieces, { from, to })), { status: part ? 206 : 200, headers })
}
