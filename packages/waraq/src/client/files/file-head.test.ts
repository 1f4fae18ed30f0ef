import { describe, expect, test } from 'vitest'
import { fileHeadOf, goesOn } from './file-head.ts'

describe('what an answer says of its file', () => {
  test.each<[Record<string, string>, number, object]>([
    [{}, 200, { contentType: null, bytes: null, version: null }],
    [{ 'content-type': 'audio/mpeg', 'content-length': '7' }, 200, { contentType: 'audio/mpeg', bytes: 7 }],
    [{ 'content-length': '7' }, 206, { bytes: null }],
    [{ 'content-length': '7', 'content-encoding': 'gzip' }, 200, { bytes: null }],
    [{ 'content-length': '7', 'content-encoding': 'identity' }, 200, { bytes: 7 }],
    [{ 'content-length': '-7' }, 200, { bytes: null }],
    [{ 'content-length': '9'.repeat(20) }, 200, { bytes: null }],
    [{ etag: '"1"', 'last-modified': 'Sat, 01 Aug 2026 00:00:00 GMT' }, 200, { version: '"1"' }],
    [{ etag: 'W/"1"', 'last-modified': 'Sat' }, 200, { version: 'Sat' }],
    [{ etag: 'W/"1"' }, 200, { version: null }],
    [{ etag: '1' }, 200, { version: null }],
  ])('%j with %i', (headers, status, head) =>
    expect(fileHeadOf(new Headers(headers), status)).toMatchObject(head),
  )
})

describe('a part at byte 3 of a file of 10', () => {
  const head = { contentType: 'audio/mpeg', bytes: 10, version: '"1"' }
  const of = (
    headers: Record<string, string>,
    before: typeof head | (Omit<typeof head, 'bytes'> & { bytes: null }) = head,
  ) => {
    const all = new Headers({ etag: '"1"', ...headers })
    return goesOn(all, fileHeadOf(all, 206), before, 3)
  }

  test.each<[Record<string, string>, boolean]>([
    [{ 'content-range': 'bytes 3-9/10' }, true],
    [{ 'content-range': 'bytes 3-9/*' }, true],
    [{ 'content-range': 'Bytes 3-9/10' }, true],
    [{ 'content-range': 'bytes 2-9/10' }, false],
    [{ 'content-range': 'bytes 3-8/10' }, false],
    [{ 'content-range': 'bytes 3-9/11' }, false],
    [{ 'content-range': 'bytes */10' }, false],
    [{ 'content-range': '3-9/10' }, false],
    [{ 'content-length': '7' }, true],
    [{ 'content-length': '6' }, false],
    [{ 'content-length': '10' }, false],
    [{}, false],
    [{ 'content-range': 'bytes 3-9/10', etag: '"2"' }, false],
    [{ 'content-range': 'bytes 3-9/10', etag: 'W/"1"' }, false],
  ])('with %j goes on: %s', (headers, goes) => expect(of(headers) !== undefined).toBe(goes))

  test('tells a length that was not known before', () => {
    expect(of({ 'content-range': 'bytes 3-9/10' }, { ...head, bytes: null })).toEqual(head)
    expect(of({ 'content-length': '7' }, { ...head, bytes: null })).toBeUndefined()
  })
})
