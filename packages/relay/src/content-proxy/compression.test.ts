import { expect, test } from 'vitest'
import { acceptsGzip, gzipped } from './compression.ts'

test.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, GZIP;q=0.1', true],
  ['gzip ; q=1', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['br', false],
  ['gzip\u00a0', false],
  ['xgzip, gzipx', false],
  ['*', false],
  ['', false],
  [null, false],
])('Accept-Encoding %j: %s', (header, expected) => expect(acceptsGzip(header)).toBe(expected))

test('what is compressed reads as it was', async () => {
  const text = 'بسم الله '.repeat(10_000)
  const stream = gzipped(new Response(text).body!)
  const plain = stream.pipeThrough(
    new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>,
  )
  expect(await new Response(plain).text()).toBe(text)
})
