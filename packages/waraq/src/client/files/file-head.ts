import type { WaraqError } from '@waraq/protocol'
import { invalidResponseError } from '../failures.ts'

/** Metadata of a file, from the headers of an answer. */
export interface FileHead {
  readonly contentType: string | null
  /** Length of the complete file; null if the answer does not report it, or reports the length of a compressed body. */
  readonly bytes: number | null
  /** Differs if the bytes differ: a strong `ETag`, otherwise `Last-Modified`. Null: parts of two answers cannot be joined. */
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
 * Returns the head of the file if a 206 starts at byte `at` of the same file, otherwise undefined. Across origins the
 * `Content-Range` is visible only if the host exposes it. If it is not visible, the length of the answer has to be that of
 * the rest.
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

/** Fonts and recordings are compressed already. An answer that expands by more was made to fill the device. */
const mostSwelling = 8

/** Most bytes that an answer may expand to when it is unpacked, by the length that it was sent with. */
export function mostSwollen(headers: Headers): number {
  const length = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(length) ? Math.max(Number(length) * mostSwelling, 65_536) : Infinity
}

export function wrongPart(name: string, status: number): WaraqError {
  return invalidResponseError(name, status, ['another part of the file than was asked for'])
}

/** The limit is that of the complete file: its rest may be shorter than the limit although the file is longer. */
export function tooLong(name: string, status: number, mostBytes: number): WaraqError {
  return invalidResponseError(name, status, [`longer than ${mostBytes} bytes`], false)
}
