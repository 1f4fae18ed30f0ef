import type { SnapshotDownload } from '../../client/options.ts'
import { describe, expect, it } from 'vitest'
import { readSnapshotParts, type SnapshotPart } from './parts.ts'

const envelope = {
  resource_group: 'translations',
  resource_id: 20,
  resource_content_id: 1,
  schema_version: 1,
  sync_sequence: 5,
}

const mebibyte = 1024 * 1024

/** The errors that were refused as the fault of the answer. */
const refusals: unknown[] = []
const refused: SnapshotDownload['refused'] = (error) => {
  refusals.push(error)
  return error
}

/** A body that arrives in chunks of so many bytes. */
function download(bytes: Uint8Array<ArrayBuffer>, chunkSize = 7): SnapshotDownload {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkSize)
      yield bytes.subarray(start, start + chunkSize)
  }
  return { chunks: chunks(), bytesExpected: null, refused } as unknown as SnapshotDownload
}

async function read(body: unknown, chunkSize?: number) {
  const bytes =
    body instanceof Uint8Array
      ? new Uint8Array(body)
      : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
  let reported = 0
  const parts: SnapshotPart[] = []
  for await (const part of readSnapshotParts(download(bytes, chunkSize), (count) => (reported += count)))
    parts.push(part)
  expect(reported).toBe(bytes.length)
  return parts
}

function recordsOf(parts: readonly SnapshotPart[]): unknown[] {
  return parts.flatMap((part) => (part.type === 'records' ? part.records : []))
}

describe('a snapshot', () => {
  it('comes as its envelope, its records in batches, and its envelope once more', async () => {
    const records = Array.from({ length: 30_000 }, (_, id) => ({ id }))
    const parts = await read({ ...envelope, records }, 5_000)
    const first = { type: 'envelope', envelope }
    expect([parts[0], parts.at(-1)]).toEqual([first, first])
    const batches = parts.slice(1, -1)
    expect(batches.length).toBeGreaterThan(2)
    expect(recordsOf(parts)).toEqual(records)
  })
  it('may say after its records what it is', async () => {
    const parts = await read({ records: [{ id: 1 }], ...envelope })
    expect(parts.map(({ type }) => type)).toEqual(['records', 'envelope'])
    expect(parts.at(-1)).toEqual({ type: 'envelope', envelope })
  })
  it('hands out its first records before the last ones have arrived', async () => {
    const text = JSON.stringify({
      ...envelope,
      records: Array.from({ length: 30_000 }, (_, id) => ({ id, text: 'x' })),
    })
    let sent = 0
    async function* chunks() {
      for (; sent < text.length; sent += 1_000) yield new TextEncoder().encode(text.slice(sent, sent + 1_000))
    }
    const download = { chunks: chunks(), bytesExpected: null, refused } as unknown as SnapshotDownload
    for await (const { type } of readSnapshotParts(download, () => undefined)) if (type === 'records') break
    expect(sent).toBeLessThan(text.length / 2)
  })
  it('may be cut into chunks in the middle of a letter', async () => {
    const records = [{ id: 1, text: 'بِسْمِ اللَّهِ' }]
    expect(recordsOf(await read({ ...envelope, records }, 1))).toEqual(records)
  })
  it('without records has an envelope only', async () => {
    const only = { type: 'envelope', envelope }
    for (const body of ['[]', '[ \n]'].map((list) =>
      JSON.stringify({ ...envelope, records: [] }).replace('[]', list),
    ))
      expect(await read(body, 4096)).toEqual([only, only])
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
    expect(refusals.at(-1)).toMatchObject({ code })
  })
  it.each([
    [
      'one record',
      (bytes: number) => ({ ...envelope, records: [{ text: 'x'.repeat(bytes) }] }),
      4 * mebibyte,
    ],
    ['its envelope', (bytes: number) => ({ ...envelope, text: 'x'.repeat(bytes), records: [] }), mebibyte],
  ])('with too much of %s is refused, and not asked for again', async (_, of, most) => {
    expect(await read(of(most - 1_000), 65_536)).not.toEqual([])
    await expect(read(of(most), 65_536)).rejects.toMatchObject({
      code: 'snapshot_too_large',
      retryable: false,
      message: expect.stringContaining(`more than ${most} bytes`) as string,
    })
    expect(refusals.at(-1)).toMatchObject({ code: 'snapshot_too_large' })
  })
  it('whose download fails, fails as the download did', async () => {
    async function* breaking() {
      yield new TextEncoder().encode('{')
      throw new Error('the line went dead')
    }
    const broken = { chunks: breaking(), bytesExpected: null, refused } as unknown as SnapshotDownload
    const parts = readSnapshotParts(broken, () => undefined)[Symbol.asyncIterator]()
    await expect(parts.next()).rejects.toThrowError('the line went dead')
  })
})
