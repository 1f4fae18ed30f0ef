import { describe, expect, it } from 'vitest'
import { fontFile, type Glyph } from './font-file.ts'
import { readFont, tablesOf } from './font-file.test-support.ts'
import { boxShape, endShape, wordShape } from './word-shapes.ts'

const triangle: Glyph = {
  advance: 320,
  contours: [
    [
      [10, -20],
      [150, 300],
      [290, -20],
    ],
  ],
}
const character = (index: number) => String.fromCodePoint(0xe000 + index)
const cases: readonly [string, readonly Glyph[], { long: boolean }][] = [
  ['a box', [boxShape(104)], { long: false }],
  ['words and the end of a verse', [wordShape('ٱلۡحَمۡدُ'), wordShape('لِلَّهِ'), endShape], { long: false }],
  ['an odd number of points', [triangle, triangle, endShape], { long: false }],
  ['more than 128 KiB', Array.from({ length: 400 }, () => wordShape('ٱلۡعَٰلَمِينَ')), { long: true }],
]

describe.each(cases)('a font of %s', (_, glyphs, { long }) => {
  const file = fontFile('sandbox-test', glyphs)
  const font = readFont(file)

  it('has tables in order, where its directory says, and their sums', () => {
    const tables = [...tablesOf(file)]
    const tags = ['OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post']
    expect(tables.map(([tag]) => tag)).toEqual(tags)
    let next = 12 + 16 * tables.length
    for (const [, { checksum, offset, bytes }] of tables) {
      const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
      expect(offset).toBe(next)
      next += padded.length
      let sum = 0
      for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) % 2 ** 32
      expect(checksum).toBe(sum)
    }
    expect(file.length).toBe(next)
  })

  it('has one glyph for each character, and none for others', () => {
    expect(glyphs.map((_, index) => font.glyphOf(character(index)))).toEqual(
      glyphs.map((_, index) => index + 1),
    )
    expect(['a', 'ل', '\udfff', character(-1), character(glyphs.length), '\uffff'].map(font.glyphOf)).toEqual(
      Array.from({ length: 6 }, () => 0),
    )
    expect(font.count).toBe(glyphs.length + 1)
  })

  it('draws its glyphs, as wide as they are', () => {
    expect(font.outlines(0)).toBeUndefined()
    for (const [index, { advance, contours }] of glyphs.entries()) {
      const points = contours.flat()
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
      const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
      expect(font.outlines(index + 1)).toEqual({ bounds, contours })
      expect([font.advance(index + 1), font.leftBearing(index + 1)]).toEqual([advance, bounds[0]])
    }
  })

  it('has glyphs at even places, up to the end of their table', () => {
    expect(font.long).toBe(long)
    expect(
      font.places.every((place, index) => place % 2 === 0 && place >= (font.places[index - 1] ?? 0)),
    ).toBe(true)
    expect(font.places.at(-1)).toBe(tablesOf(file).get('glyf')!.bytes.length)
  })
})
