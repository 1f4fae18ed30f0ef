import type { Bytes } from '../bytes.ts'
import type { Point } from './font-file.ts'

interface Table {
  readonly checksum: number
  readonly offset: number
  readonly bytes: Buffer
}

/** The tables of a font file by tag, in the order of its directory. */
export function tablesOf(file: Bytes): Map<string, Table> {
  const bytes = Buffer.from(file)
  return new Map(
    Array.from({ length: bytes.readUInt16BE(4) }, (_, index): [string, Table] => {
      const entry = bytes.subarray(12 + 16 * index, 28 + 16 * index)
      const [offset, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)]
      const table = {
        checksum: entry.readUInt32BE(4),
        offset,
        bytes: bytes.subarray(offset, offset + length),
      }
      return [entry.toString('latin1', 0, 4), table]
    }),
  )
}

/** What a reader of fonts finds in a file. */
export function readFont(file: Bytes) {
  const tables = tablesOf(file)
  const table = (tag: string) => tables.get(tag)!.bytes
  const count = table('maxp').readUInt16BE(4)
  const long = table('head').readInt16BE(50) === 1
  const places = Array.from({ length: count + 1 }, (_, index) =>
    long ? table('loca').readUInt32BE(4 * index) : 2 * table('loca').readUInt16BE(2 * index),
  )
  return {
    count,
    long,
    places,
    /** As the glyph's header has them, with its points; undefined for an empty glyph. */
    outlines(glyph: number) {
      const bytes = table('glyf').subarray(places[glyph], places[glyph + 1])
      return bytes.length === 0 ? undefined : outlinesIn(bytes)
    },
    advance: (glyph: number) => table('hmtx').readUInt16BE(4 * glyph),
    leftBearing: (glyph: number) => table('hmtx').readInt16BE(4 * glyph + 2),
    glyphOf: (character: string) => lookUp(table('cmap'), character.codePointAt(0)!),
  }
}

/** By the rules of format 4, for a table whose segments all count from their first character. */
function lookUp(cmap: Buffer, code: number): number {
  const at = cmap.readUInt32BE(8)
  const doubled = cmap.readUInt16BE(at + 6)
  for (let segment = 0; segment < doubled; segment += 2) {
    if (code > cmap.readUInt16BE(at + 14 + segment)) continue
    const [starts, deltas] = [at + 16 + doubled + segment, at + 16 + 2 * doubled + segment]
    return code < cmap.readUInt16BE(starts) ? 0 : (code + cmap.readUInt16BE(deltas)) % 0x10000
  }
  return 0
}

/** Points on the outline, each as its way in two bytes from the one before. */
function outlinesIn(glyph: Buffer) {
  const numbers = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => glyph.readInt16BE(from + 2 * index))
  const [contourCount = 0, ...bounds] = numbers(0, 5)
  const ends = numbers(10, contourCount)
  const pointCount = ends.at(-1)! + 1
  const flags = 12 + 2 * contourCount
  let [x, y] = [0, 0]
  const ways = numbers(flags + pointCount, 2 * pointCount)
  const points = Array.from({ length: pointCount }, (_, index): Point => {
    if (glyph[flags + index] !== 1) throw new Error(`Point ${index} is written in another way.`)
    return [(x += ways[index]!), (y += ways[pointCount + index]!)]
  })
  const contours = ends.map((end, index) => points.slice((ends[index - 1] ?? -1) + 1, end + 1))
  return { bounds, contours }
}
