import { expect, it } from 'vitest'
import { digestOf, digestOfBytes } from './digest.ts'

const bytes = Uint8Array.from({ length: 41 }, (_, index) => 7 * index)

it('bytes have the same digest wherever they lie in memory', () => {
  for (const length of [0, 1, 3, 4, 40, 41]) {
    const expected = digestOfBytes(bytes.slice(0, length))
    for (const offset of [1, 2, 3, 4]) {
      const room = new Uint8Array(offset + length)
      room.set(bytes.subarray(0, length), offset)
      expect(digestOfBytes(room.subarray(offset))).toBe(expected)
    }
  }
})

it('another byte, one more, one fewer or another seed is another digest', () => {
  const seen = new Set([digestOfBytes(bytes), digestOfBytes(bytes, 0x5eed), digestOfBytes(bytes.subarray(1))])
  for (let index = 0; index < bytes.length; index++) {
    const altered = bytes.slice()
    altered[index]! ^= 1
    seen.add(digestOfBytes(altered))
  }
  expect(seen.size).toBe(3 + bytes.length)
})

it('texts have digests that tell apart what damage would mix up', () => {
  const texts = ['', 'a', 'b', 'ab', 'ba', 'a\u0000', '\u0000a']
  expect(new Set(texts.map((text) => digestOf(text))).size).toBe(texts.length)
  expect(digestOf('b', digestOf('a'))).not.toBe(digestOf('a', digestOf('b')))
})
