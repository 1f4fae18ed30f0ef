import { describe, expect, it } from 'vitest'
import type { Contour, Glyph } from './font-file.ts'
import { endShape, wordShape } from './word-shapes.ts'

/** Above zero where the outline runs clockwise. */
const turn = (contour: Contour) =>
  contour.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = contour[(index + 1) % contour.length]!
    return sum + (nextX - x) * (nextY + y)
  }, 0)
const right = ({ contours }: Glyph) => Math.max(...contours.flat().map(([x]) => x))
const drawing = (text: string) => JSON.stringify(wordShape(text).contours)

describe('the shape of a word', () => {
  it('is wider by as much for each letter, and not for marks', () => {
    const widths = ['ل', 'لل', 'للل', 'لِّلۡلَ'].map((text) => wordShape(text).advance)
    expect(widths[2]! - widths[1]!).toBe(widths[1]! - widths[0]!)
    expect(widths[3]).toBe(widths[2])
  })

  it('is another for each letter, and for each order of letters', () => {
    const letters = Array.from({ length: 0x64a - 0x621 + 1 }, (_, index) =>
      String.fromCharCode(0x621 + index),
    )
    expect(new Set(letters.map(drawing)).size).toBe(letters.length)
    expect(drawing('لب')).not.toBe(drawing('بل'))
  })

  it('begins at the right', () => {
    const [one, two] = [wordShape('ب'), wordShape('بل')]
    const by = two.advance - one.advance
    const moved = one.contours.map((contour) => contour.map(([x, y]) => [x + by, y]))
    expect(two.contours).toEqual(expect.arrayContaining(moved))
  })

  it('is filled, within its width', () => {
    const word = wordShape('ٱلۡكِتَٰبُ')
    expect(word.contours.every((contour) => turn(contour) > 0)).toBe(true)
    expect(Math.min(...word.contours.flat().map(([x]) => x))).toBeGreaterThanOrEqual(0)
    expect(right(word)).toBeLessThanOrEqual(word.advance)
  })

  it('is a ring at the end of a verse', () => {
    const [outer, inner] = endShape.contours as [Contour, Contour]
    expect([turn(outer), -turn(inner)].every((area) => area > 0)).toBe(true)
    expect(turn(outer)).toBeGreaterThan(-turn(inner))
  })
})
