import type { Bytes } from '../bytes.ts'

/**
 * Generates the sandbox's fonts: TrueType outlines made of straight lines only. The fonts contain private-use characters
 * from U+E000 on. Browsers load them like any font and show all other characters in the next font family.
 */

/** In units of 1/1,000 em, measured from the left edge and upwards from the baseline. */
export type Point = readonly [x: number, y: number]

/** An outline that runs clockwise is filled. A hole in it runs counterclockwise. */
export type Contour = readonly Point[]

export interface Glyph {
  readonly advance: number
  readonly contours: readonly Contour[]
}

const unitsPerEm = 1000
export const firstCharacter = 0xe000

const [version1, ascent, descent] = [0x10000, 800, -200]
/** The empty glyph of missing characters. */
const missing: Glyph = { advance: unitsPerEm, contours: [] }
/** The longest glyph data in bytes that the short form of the `loca` table can address; it counts in pairs of bytes. */
const shortPlaces = 0x1fffe

/** Writes each value as two bytes. */
function u16(values: readonly number[]): Bytes {
  const bytes = new Uint8Array(2 * values.length)
  for (let at = 0; at < values.length; at++) {
    bytes[2 * at] = values[at]! >> 8
    bytes[2 * at + 1] = values[at]!
  }
  return bytes
}

/** Splits four-byte values into two-byte values. */
function wide(...values: readonly number[]): number[] {
  const halves: number[] = []
  for (const value of values) halves.push(value >>> 16, value & 0xffff)
  return halves
}

const zeros = (count: number) => Array<number>(count).fill(0)
const codes = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
/** The four letters of a tag as bytes. */
const tagged = (tag: string): number[] => {
  const [a = 0, b = 0, c = 0, d = 0] = codes(tag)
  return [(a << 8) | b, (c << 8) | d]
}

function joined(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const padded = (table: Bytes) => joined([table, new Uint8Array((4 - (table.length % 4)) % 4)])

/** Left, bottom, right and top. */
type Bounds = readonly [number, number, number, number]

function boundsOf(contours: readonly Contour[]): Bounds {
  if (contours.length === 0) return [0, 0, 0, 0]
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const contour of contours) {
    for (const point of contour) {
      left = Math.min(left, point[0])
      bottom = Math.min(bottom, point[1])
      right = Math.max(right, point[0])
      top = Math.max(top, point[1])
    }
  }
  return [left, bottom, right, top]
}

/** A glyph as the font tables need it. */
interface Drawn extends Glyph {
  readonly bounds: Bounds
  readonly pointCount: number
  readonly bytes: Bytes
}

/** The points as distances from the previous point, two bytes each. */
function outlinesOf(contours: readonly Contour[], bounds: Bounds, pointCount: number): Bytes {
  const length = 12 + 2 * contours.length + 5 * pointCount
  const bytes = new Uint8Array(length + (length % 2))
  let at = 0
  const write = (value: number) => {
    bytes[at++] = value >> 8
    bytes[at++] = value
  }
  write(contours.length)
  for (const bound of bounds) write(bound)
  let end = -1
  for (const contour of contours) write((end += contour.length))
  write(0)
  bytes.fill(1, at, (at += pointCount))
  for (const axis of [0, 1] as const) {
    let before = 0
    for (const contour of contours) {
      for (const point of contour) {
        write(point[axis] - before)
        before = point[axis]
      }
    }
  }
  return bytes
}

function drawn({ advance, contours }: Glyph): Drawn {
  const bounds = boundsOf(contours)
  const pointCount = contours.reduce((count, contour) => count + contour.length, 0)
  const bytes = pointCount === 0 ? new Uint8Array(0) : outlinesOf(contours, bounds, pointCount)
  return { advance, contours, bounds, pointCount, bytes }
}

/** The start of each glyph, and the end of the last one. */
function placesOf(glyphs: readonly Drawn[]): number[] {
  let at = 0
  return [0, ...glyphs.map(({ bytes }) => (at += bytes.length))]
}

const most = (glyphs: readonly Drawn[], of: (glyph: Drawn) => number) => Math.max(...glyphs.map(of))

function headTable(bounds: Bounds, long: boolean): Bytes {
  const start = wide(version1, version1, 0, 0x5f0f3cf5)
  return u16([...start, 3, unitsPerEm, ...zeros(8), ...bounds, 0, 8, 2, Number(long), 0])
}

function glyphTables(glyphs: readonly Drawn[]) {
  const places = placesOf(glyphs)
  const long = places.at(-1)! > shortPlaces
  const corners = glyphs
    .filter(({ pointCount }) => pointCount > 0)
    .map(({ bounds: [left, bottom, right, top] }): Contour => [
      [left, bottom],
      [right, top],
    ])
  const bounds = boundsOf(corners)
  const measures = [ascent, descent, 0, most(glyphs, ({ advance }) => advance), 0, 0, bounds[2], 1]
  const counts = [
    most(glyphs, ({ pointCount }) => pointCount),
    most(glyphs, ({ contours }) => contours.length),
  ]
  return {
    glyf: joined(glyphs.map(({ bytes }) => bytes)),
    head: headTable(bounds, long),
    hhea: u16([...wide(version1), ...measures, ...zeros(7), glyphs.length]),
    hmtx: u16(glyphs.flatMap(({ advance, bounds: [left] }) => [advance, left])),
    loca: u16(long ? wide(...places) : places.map((place) => place / 2)),
    maxp: u16([...wide(version1), glyphs.length, ...counts, 0, 0, 2, ...zeros(8)]),
  }
}

/** The character map: one range of characters. It starts with the glyph after the missing one. */
function cmapTable(lastCharacter: number): Bytes {
  const segments = [lastCharacter, 0xffff, 0, firstCharacter, 0xffff, 1 - firstCharacter, 1, 0, 0]
  return u16([0, 1, 3, 1, ...wide(12), 4, 32, 0, 4, 4, 1, 0, ...segments])
}

function os2Table(averageAdvance: number, lastCharacter: number): Bytes {
  const weightToFamily = [400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0]
  const measures = [ascent, descent, 0, ascent, -descent]
  const held = [0x40, firstCharacter, lastCharacter]
  return u16([0, averageAdvance, ...weightToFamily, ...zeros(13), ...tagged('NONE'), ...held, ...measures])
}

function nameTable(family: string): Bytes {
  return u16([0, 1, 18, 3, 1, 0x409, 1, 2 * family.length, 0, ...codes(family)])
}

const post = u16([...wide(0x30000, 0), -100, 50, ...zeros(10)])

/** The checksum of a table: the sum of its four-byte values. */
function checksum(table: Bytes): number {
  const view = new DataView(table.buffer)
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0
  return sum
}

/** Returns a font whose first glyph is U+E000, the next one U+E001, and so on. */
export function fontFile(family: string, glyphs: readonly Glyph[]): Bytes {
  const all = [missing, ...glyphs].map(drawn)
  const lastCharacter = firstCharacter + glyphs.length - 1
  const averageAdvance = Math.round(all.reduce((sum, { advance }) => sum + advance, 0) / all.length)
  const tables = {
    'OS/2': os2Table(averageAdvance, lastCharacter),
    cmap: cmapTable(lastCharacter),
    ...glyphTables(all),
    name: nameTable(family),
    post,
  }
  const sorted = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1))
  const directory = [...wide(version1), sorted.length, 128, 3, 16 * sorted.length - 128]
  const contents: Bytes[] = []
  let offset = 12 + 16 * sorted.length
  for (const [tag, table] of sorted) {
    const content = padded(table)
    directory.push(...tagged(tag), ...wide(checksum(content), offset, table.length))
    contents.push(content)
    offset += content.length
  }
  return joined([u16(directory), ...contents])
}
