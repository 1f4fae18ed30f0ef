import type { Bytes } from '../bytes.ts'

/**
 * A font made by the sandbox, TrueType: it has one character, U+E000, which is a box. Whatever else a text holds falls back to
 * the next family. Browsers load it as they load any font.
 */

const bytesIn = (size: number) => (values: readonly number[]) =>
  values.flatMap((value) => Array.from({ length: size }, (_, at) => (value >>> (8 * (size - 1 - at))) & 0xff))
const [u16s, u32s] = [bytesIn(2), bytesIn(4)]
const u16 = (...values: readonly number[]) => u16s(values)
const u32 = (...values: readonly number[]) => u32s(values)
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const zeros = (count: number) => Array.from({ length: count }, () => 0)

const [version1, unitsPerEm, ascent, descent] = [0x10000, 1000, 800, -200]
const [character, boxLeft, boxHeight] = [0xe000, 100, 700]

/** Two glyphs: the one for all that is missing, which is empty, and the box. */
function glyphTables(boxWidth: number) {
  const boxRight = boxLeft + boxWidth
  const glyf = [
    ...u16(1, boxLeft, 0, boxRight, boxHeight, 3, 0),
    ...zeros(4).map(() => 1),
    ...u16(boxLeft, 0, boxWidth, 0),
    ...u16(0, boxHeight, 0, -boxHeight),
  ]
  const head = [
    ...u32(version1, version1, 0, 0x5f0f3cf5),
    ...u16(3, unitsPerEm),
    ...zeros(16),
    ...u16(boxLeft, 0, boxRight, boxHeight, 0, 8, 2, 0, 0),
  ]
  const hhea = [
    ...u32(version1),
    ...u16(ascent, descent, 0, unitsPerEm, 0, 0, boxRight, 1),
    ...zeros(14),
    ...u16(2),
  ]
  const maxp = [...u32(version1), ...u16(2, 4, 1, 0, 0, 2, ...zeros(8))]
  return {
    glyf,
    head,
    hhea,
    hmtx: u16(unitsPerEm, 0, unitsPerEm, boxLeft),
    loca: u16(0, 0, glyf.length / 2),
    maxp,
  }
}

function nameTable(family: string): number[] {
  const text = u16s(ascii(family))
  return [...u16(0, 1, 18), ...u16(3, 1, 0x409, 1, text.length, 0), ...text]
}

const cmap = [
  ...u16(0, 1, 3, 1),
  ...u32(12),
  ...u16(4, 32, 0, 4, 4, 1, 0, character, 0xffff, 0, character, 0xffff, 1 - character, 1, 0, 0),
]
const os2 = [
  ...u16(0, unitsPerEm, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
  ...zeros(10 + 16),
  ...ascii('NONE'),
  ...u16(0x40, character, character, ascent, descent, 0, ascent, -descent),
]
const post = [...u32(0x30000, 0), ...u16(-100, 50), ...zeros(20)]

const padded = (table: readonly number[]) => [...table, ...zeros((4 - (table.length % 4)) % 4)]

function checksum(table: readonly number[]): number {
  let sum = 0
  for (const [at, byte] of padded(table).entries()) sum = (sum + byte * 2 ** (24 - 8 * (at % 4))) % 2 ** 32
  return sum
}

/** `boxWidth`: of 1,000 to the em; tells one font from another. */
export function fontFile(family: string, boxWidth: number): Bytes {
  const tables = { 'OS/2': os2, cmap, ...glyphTables(boxWidth), name: nameTable(family), post }
  const sorted = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1))
  const header = [...u32(version1), ...u16(sorted.length, 128, 3, 16 * sorted.length - 128)]
  let offset = header.length + 16 * sorted.length
  const directory = sorted.flatMap(([tag, table]) => {
    const entry = [...ascii(tag), ...u32(checksum(table), offset, table.length)]
    offset += padded(table).length
    return entry
  })
  return Uint8Array.from([...header, ...directory, ...sorted.flatMap(([, table]) => padded(table))])
}
