import type { SnapshotDownload } from '@waraq/client'
import { describe, expect, it } from 'vitest'
import { readWholeSnapshot } from './parts.ts'

const envelope = {
  resource_group: 'translations',
  resource_id: 20,
  resource_content_id: 1,
  schema_version: 1,
  sync_sequence: 5,
}

/** A body that arrives in chunks of so many bytes. */
function download(bytes: Uint8Array<ArrayBuffer>, chunkSize = 7): SnapshotDownload {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkSize)
      yield bytes.subarray(start, start + chunkSize)
  }
  return { chunks: chunks(), bytesExpected: null } as unknown as SnapshotDownload
}

async function read(body: unknown, chunkSize?: number) {
  const bytes =
    body instanceof Uint8Array
      ? new Uint8Array(body)
      : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
  let told = 0
  const parts = []
  for await (const part of readWholeSnapshot(download(bytes, chunkSize), (count) => (told += count)))
    parts.push(part)
  expect(told).toBe(bytes.length)
  return parts
}

describe('a snapshot', () => {
  it('comes as its envelope and its records, in batches', async () => {
    const records = Array.from({ length: 600 }, (_, id) => ({ id }))
    const parts = await read({ records, ...envelope }, 64)
    expect(parts[0]).toEqual({ type: 'envelope', envelope })
    expect(parts.slice(1).map((part) => part.type === 'records' && part.records.length)).toEqual([
      256, 256, 88,
    ])
    expect(parts.slice(1).flatMap((part) => (part.type === 'records' ? part.records : []))).toEqual(records)
  })
  it('may be cut into chunks in the middle of a letter', async () => {
    const records = [{ id: 1, text: 'بِسْمِ اللَّهِ' }]
    expect(await read({ ...envelope, records }, 1)).toContainEqual({ type: 'records', records })
  })
  it('without records has an envelope only', async () => {
    expect(await read({ ...envelope, records: [] })).toHaveLength(1)
  })
  it('that stops short at any byte is refused', async () => {
    const text = JSON.stringify({ ...envelope, records: [{ id: 1 }] })
    for (let length = 0; length < text.length; length++) {
      await expect(read(text.slice(0, length), 64)).rejects.toMatchObject({
        code: 'truncated_body',
        retryable: true,
      })
    }
  })
  it.each([
    ['broken UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'invalid_response'],
    ['UTF-8 that stops in the middle of a letter', new Uint8Array([0x22, 0xd8]), 'invalid_response'],
    ['no JSON', '<html>', 'truncated_body'],
    ['no object', [1], 'invalid_response'],
    ['no list of records', { ...envelope, records: {} }, 'invalid_response'],
    ['an envelope without a sequence', { ...envelope, sync_sequence: null, records: [] }, 'invalid_response'],
    ['an envelope of another kind', { records: [], resource_group: 1 }, 'invalid_response'],
  ])('of %s is refused', async (_, body, code) => {
    await expect(read(body)).rejects.toMatchObject({ code, retryable: true })
  })
  it('whose download fails, fails as the download did', async () => {
    async function* breaking() {
      yield new TextEncoder().encode('{')
      throw new Error('the line went dead')
    }
    const broken = { chunks: breaking(), bytesExpected: null } as unknown as SnapshotDownload
    const parts = readWholeSnapshot(broken, () => undefined)[Symbol.asyncIterator]()
    await expect(parts.next()).rejects.toThrowError('the line went dead')
  })
})
