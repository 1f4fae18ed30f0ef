import { describe, expect, it } from 'vitest'
import { frameSize, lengthFrame, silentFrame, titleTag, toneFrame } from './tone-file.ts'

/** Reads numbers of so many bits from a frame, one after the other. */
function reader(frame: Uint8Array) {
  const bits = [...frame].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  let at = 0
  const take = (count: number) => Number.parseInt(bits.slice(at, (at += count)), 2)
  return { take, rest: () => bits.slice(at) }
}

describe('a frame', () => {
  it.each([
    ['silence', silentFrame],
    ['a low tone', toneFrame(16)],
    ['the highest tone', toneFrame(76)],
  ])(
    'of %s says that it is MPEG-2 Layer III of 8 kbit/s and 16 kHz, mono, and is as long as that',
    (_what, frame) => {
      const { take } = reader(frame)
      expect([take(11), take(2), take(2), take(1)]).toEqual([0x7ff, 0b10, 0b01, 1])
      const [bitrate, rate, padding] = [take(4), take(2), take(1)]
      expect([bitrate, rate, padding, take(1), take(2)]).toEqual([1, 2, 0, 0, 0b11])
      expect(frame).toHaveLength((72 * 8_000) / 16_000)
      expect(frameSize).toBe((576 / 16_000) * 1_000)
    },
  )

  it.each([16, 18, 76])(
    'of tone %i has that line of the spectrum alone, and needs no frame before it',
    (line) => {
      const { take, rest } = reader(toneFrame(line))
      take(32)
      expect([take(8), take(1)]).toEqual([0, 0])
      const [length, pairs] = [take(12), take(9)]
      expect(pairs).toBe(line / 2 + 1)
      // The gain; no scale factors and no short blocks; table 1 everywhere.
      expect([take(8), take(9), take(1), take(5), take(5), take(5)]).toEqual([200, 0, 0, 1, 1, 1])
      take(4 + 3 + 2)
      const [data, after] = [rest().slice(0, length), rest().slice(length)]
      expect(data).toBe(`${'1'.repeat(line / 2)}010`)
      expect(after).toMatch(/^0+$/)
    },
  )
})

it('the frame that tells the length is silent, and counts frames and bytes, its own too', () => {
  const frame = Buffer.from(lengthFrame(7_000))
  expect(frame.subarray(0, 13)).toEqual(Buffer.from(silentFrame).subarray(0, 13))
  expect(frame.subarray(13, 17).toString()).toBe('Info')
  expect([17, 21, 25].map((at) => frame.readUInt32BE(at))).toEqual([3, 7_000, 7_001 * frameSize])
  expect(frame).toHaveLength(frameSize)
})

it('a tag says how long it is, and has the title', () => {
  const tag = titleTag(
    'A title of some length, which is more than a hundred and twenty-seven letters long, so that both bytes of the size of the whole tag count',
  )
  expect([...tag.subarray(0, 6)]).toEqual([0x49, 0x44, 0x33, 3, 0, 0])
  const [a, b, c, d] = tag.subarray(6, 10)
  expect((a! << 21) | (b! << 14) | (c! << 7) | d!).toBe(tag.length - 10)
  expect(new TextDecoder().decode(tag.subarray(10, 14))).toBe('TIT2')
  expect(new TextDecoder().decode(tag.subarray(21))).toMatch(/^A title .* count$/)
})
