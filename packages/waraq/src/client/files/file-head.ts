import type { WaraqError } from '@waraq/protocol'
import { invalidResponseError } from '../failures.ts'

/** What an answer says of the file that it carries. */
export interface FileHead {
  readonly contentType: string | null
  /** Length of the whole file; null where the answer does not say it, or says that of a compressed body. */
  readonly bytes: number | null
  /** Differs where the bytes differ: a strong `ETag`, else `Last-Modified`. Null: parts of two answers cannot be joined. */
  readonly version: string | null
}

type Headers = { get(name: string): string | null }

function lengthOf(headers: Headers): number | null {
  const length = headers.get('content-length') ?? ''
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity'
  return isPlain && /^\d{1,15}$/.test(length) ? Number(length) : null
}

export function fileHeadOf(headers: Headers, status: number): FileHead {
  const tag = headers.get('etag')
  const version = tag?.startsWith('"') ? tag : headers.get('last-modified')
  return {
    contentType: headers.get('content-type'),
    bytes: status === 200 ? lengthOf(headers) : null,
    version,
  }
}

/**
 * The file's head where a 206 begins at byte `at` of the same file, else undefined. Across origins the answer shows its
 * `Content-Range` only where the host exposes it; then its length has to be that of the rest.
 */
export function goesOn(headers: Headers, next: FileHead, head: FileHead, at: number): FileHead | undefined {
  if (next.version === null || next.version !== head.version) return undefined
  const range = headers.get('content-range')
  if (range === null) return head.bytes !== null && lengthOf(headers) === head.bytes - at ? head : undefined
  const [, from, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(range) ?? []
  const bytes = total === '*' ? head.bytes : Number(total)
  const isSame = Number(from) === at && (head.bytes === null || bytes === head.bytes)
  const isToItsEnd = bytes === null || Number(last) === bytes - 1
  return isSame && isToItsEnd ? { ...head, bytes } : undefined
}

/** Fonts and recordings are compressed already: what swells by more was made to fill the device. */
const mostSwelling = 8

/** Bytes that an answer may come to once it is unpacked, by the length that it was sent with. */
export function mostSwollen(headers: Headers): number {
  const length = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(length) ? Math.max(Number(length) * mostSwelling, 65_536) : Infinity
}

export function wrongPart(name: string, status: number): WaraqError {
  return invalidResponseError(name, status, ['another part of the file than was asked for'])
}

/** The rest of a file may be shorter than what is allowed, and the file longer. */
export function tooLong(name: string, status: number, mostBytes: number): WaraqError {
  return invalidResponseError(name, status, [`longer than ${mostBytes} bytes`], false)
}
