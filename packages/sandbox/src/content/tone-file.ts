import type { Bytes } from '../bytes.ts'

/**
 * Generates the sandbox's recordings: MP3 (MPEG-2 Layer III, mono, 16 kHz, 8 kbit/s) of pure tones and silence. A tone needs
 * no encoder: one line of the spectrum, repeated in each frame, is heard as one tone. Browsers play the files like any MP3.
 */

/** A frame takes 36 bytes and lasts 36 milliseconds, so a sound has one byte per millisecond. */
export const frameSize = 36

/** Layer III of MPEG-2 without a checksum; 8 kbit/s at 16 kHz; mono, an original. */
const frameHeader = 0xfff3_18c4
/** The loudness of a tone. 210 is the maximum, and four less halve it. */
const gain = 200

function frameOf(bits: string): Bytes {
  const frame = new Uint8Array(frameSize)
  for (let at = 0; at < bits.length; at++) if (bits[at] === '1') frame[at >> 3]! |= 0x80 >> (at & 7)
  return frame
}

/** Writes each number with its number of bits. */
const fields = (...numbers: readonly (readonly [value: number, bits: number])[]) =>
  numbers.map(([value, bits]) => value.toString(2).padStart(bits, '0')).join('')

/**
 * Header and side information of a frame that depends on no other frame, followed by the pairs of spectral values, coded by
 * table 1.
 */
function frame(pairs: number, data: string): Bytes {
  const tables = [1, 1, 1].map((table) => [table, 5] as const)
  const side = fields(
    [0, 9],
    [data.length, 12],
    [pairs, 9],
    [gain, 8],
    [0, 10],
    ...tables,
    [7, 4],
    [7, 3],
    [0, 2],
  )
  return frameOf(fields([frameHeader, 32]) + side + data)
}

export const silentFrame = frame(0, '')

/**
 * The frame that states the length of a file. It comes first and is not played. Encoders write it. Without it WebKitGTK
 * guesses the length and sometimes takes a file to be over immediately.
 */
export function lengthFrame(frames: number): Bytes {
  const reported = silentFrame.slice()
  reported.set(Buffer.from('Info'), 13)
  const [frameCount, byteCount] = [1, 2]
  const numbers = [frameCount | byteCount, frames, (frames + 1) * frameSize]
  const view = new DataView(reported.buffer)
  for (const [index, number] of numbers.entries()) view.setUint32(17 + 4 * index, number)
  return reported
}

/** A tone of `line` times 13.9 Hz. The line must be even: lines come in pairs, and this one is the first of its pair. */
export function toneFrame(line: number): Bytes {
  const [nothing, one] = ['1', '010']
  return frame(line / 2 + 1, nothing.repeat(line / 2) + one)
}

/** An ID3 tag, which precedes the sound in many files. It contains only a title, in ASCII. */
export function titleTag(title: string): Bytes {
  const text = [0, ...Buffer.from(title, 'latin1')]
  const size = 10 + text.length
  const head = [...Buffer.from('ID3'), 3, 0, 0, 0, 0, size >> 7, size & 0x7f]
  return Uint8Array.from([...head, ...Buffer.from('TIT2'), 0, 0, 0, text.length, 0, 0, ...text])
}
