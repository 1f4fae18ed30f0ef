import { describe, expect, it } from 'vitest'
import { ChunkReader } from './chunk-reader.ts'

const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251)

async function readAll(
  stream: ReadableStream<Uint8Array>,
): Promise<{ read: Uint8Array; chunks: Uint8Array[]; rooms: number[] }> {
  const reader = new ChunkReader(stream)
  const chunks: Uint8Array[] = []
  const rooms: number[] = []
  const read = new Uint8Array(bytes.length)
  let length = 0
  for (let chunk = await reader.read(); chunk; chunk = await reader.read()) {
    read.set(chunk, length)
    length += chunk.length
    chunks.push(chunk)
    rooms.push(chunk.buffer.byteLength)
  }
  expect(length).toBe(bytes.length)
  return { read, chunks, rooms }
}

describe('a body', () => {
  it('of bytes is read into one buffer, after a small one: a chunk holds only until the next one', async () => {
    const { read, chunks, rooms } = await readAll(new Response(bytes).body!)
    expect(Buffer.compare(read, bytes)).toBe(0)
    expect(rooms).toEqual([4_096, 65_536, 65_536, 65_536])
    for (const chunk of chunks.slice(1, -1)) expect(chunk.byteLength).toBe(0)
  })
  it('of few bytes takes little room', async () => {
    const reader = new ChunkReader(new Response(bytes.subarray(0, 100)).body!)
    const chunk = (await reader.read())!
    expect([...chunk]).toEqual([...bytes.subarray(0, 100)])
    expect(chunk.buffer.byteLength).toBe(4_096)
    expect(await reader.read()).toBeUndefined()
    expect(chunk.buffer.byteLength).toBe(0)
  })
  it('of chunks, not of bytes, is handed on as it comes', async () => {
    const made = [bytes.subarray(0, 7), bytes.subarray(7)]
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of made) controller.enqueue(chunk)
        controller.close()
      },
    })
    const { read, chunks } = await readAll(stream)
    expect(Buffer.compare(read, bytes)).toBe(0)
    expect(chunks).toHaveLength(made.length)
    for (const [index, chunk] of chunks.entries()) expect(Buffer.compare(chunk, made[index]!)).toBe(0)
  })
  it.each([
    ['bytes', 'bytes' as const],
    ['chunks', undefined],
  ])('of %s that breaks is an error, and can be given up', async (_, type) => {
    const source = {
      pull() {
        throw new Error('the line went dead')
      },
    }
    const stream = type ? new ReadableStream({ ...source, type }) : new ReadableStream(source)
    const reader = new ChunkReader(stream)
    await expect(reader.read()).rejects.toThrowError('the line went dead')
    await expect(reader.cancel()).rejects.toThrowError('the line went dead')
  })
})
