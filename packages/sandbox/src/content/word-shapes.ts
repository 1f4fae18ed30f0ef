import type { Contour, Glyph, Point } from './font-file.ts'

/**
 * A made-up script for the sandbox's fonts. Each letter of a word has a piece of the stroke on the baseline, a form and
 * dots. These depend on its code point. The first letter is on the right, as in Arabic. Vowel marks are not drawn.
 */

const arabicLetters = /[\u0621-\u064a\u0671]/g
/** Letters that end the stroke. The letter after them starts a new piece. */
const unjoined = 'ءآأؤإاةدذرزوٱ'

const [pen, cell, margin, gap] = [78, 290, 70, 70]

/** Clockwise, like every filled outline. */
const box = (left: number, bottom: number, right: number, top: number): Contour => [
  [left, bottom],
  [left, top],
  [right, top],
  [right, bottom],
]

const bar = (left: number, bottom: number, top: number) => box(left, bottom, left + pen, top)
const [near, far] = [36, cell - 36 - pen]

/** Forms above or below the stroke, in a cell that starts at 0. */
const forms: readonly (readonly Contour[])[] = [
  [bar(110, 0, 640)],
  [bar(near, 0, 560), box(near, 560 - pen, cell, 560)],
  [bar(near, 0, 260), bar(far, 0, 260), box(near, 260 - pen, far + pen, 260)],
  [bar(110, 0, 250)],
  [bar(near, 0, 420), bar(far, 0, 260), box(near, 260 - pen, far + pen, 260)],
  [bar(110, -170, pen), box(-50, -170, 110 + pen, -170 + pen)],
  [bar(near, -170, pen), bar(far, -170, pen), box(near, -170, far + pen, -170 + pen)],
]

/** Positions of one dot, of two dots next to each other, and of a third dot above two. */
const dotPlaces: readonly (readonly Point[])[] = [
  [[0, 0]],
  [
    [-62, 0],
    [62, 0],
  ],
  [
    [-62, 0],
    [62, 0],
    [0, 92],
  ],
]

const dot = (x: number, y: number): Contour => [
  [x - 52, y],
  [x, y + 52],
  [x + 52, y],
  [x, y - 52],
]

/** Above the form for 1 to 3 dots, and below it for -1 to -3. */
function dots(count: number, form: readonly Contour[]): Contour[] {
  if (count === 0) return []
  const heights = form.flat().map(([, y]) => y)
  const side = Math.sign(count)
  const level = side > 0 ? Math.max(pen, ...heights) + 80 : Math.min(0, ...heights) - 80
  return dotPlaces[Math.abs(count) - 1]!.map(([x, y]) => dot(cell / 2 + x, level + side * y))
}

/** There are as many dot counts as forms, so that of 49 consecutive letters no two share both form and dots. */
const dotCounts = [1, -1, 2, -2, 3, 0, -3]

function drawLetter(letter: string): Contour[] {
  const code = letter.charCodeAt(0)
  const form = forms[code % forms.length]!
  const dotCount = dotCounts[Math.floor(code / forms.length) % dotCounts.length]!
  const stroke = box(unjoined.includes(letter) ? gap : -1, 0, cell, pen)
  return [stroke, ...form, ...dots(dotCount, form)]
}

/** Each letter is drawn once. */
const drawnLetters = new Map<string, readonly Contour[]>()

function letterShape(letter: string): readonly Contour[] {
  const shape = drawnLetters.get(letter) ?? drawLetter(letter)
  drawnLetters.set(letter, shape)
  return shape
}

const moved = (contours: readonly Contour[], by: number) =>
  contours.map((contour) => contour.map((point): Point => [point[0] + by, point[1]]))

/** Returns the shape of a word. Its width grows with the number of letters. */
export function wordShape(text: string): Glyph {
  const letters = (text.match(arabicLetters) ?? []).reverse()
  return {
    advance: 2 * margin + cell * letters.length,
    contours: letters.flatMap((letter, index) => moved(letterShape(letter), margin + cell * index)),
  }
}

/** Clockwise. */
function circle(radius: number): Contour {
  const corners = Array.from({ length: 16 }, (_, index) => (index * Math.PI) / 8)
  return corners.map((angle) => [
    margin + 300 + Math.round(radius * Math.sin(angle)),
    250 + Math.round(radius * Math.cos(angle)),
  ])
}

/** The mark at the end of a verse: a ring. */
export const endShape: Glyph = {
  advance: 2 * margin + 600,
  contours: [circle(300), circle(240).toReversed(), dot(margin + 300, 250)],
}

/** A box 700 high. */
export const boxShape = (width: number): Glyph => ({
  advance: 1000,
  contours: [box(100, 0, 100 + width, 700)],
})
