import { expect, it } from 'vitest'
import { piecesOf, shapeOf } from './pieces.ts'

it.each([
  ['surah 2, verse 255', 'C2:255'],
  ['2 : 255', '2:255'],
  ['2::255', '2:255'],
  ['al-baqara 255 to verse 257', 'N255-257'],
  ['surah 2 verse 285 - surah 3 verse 5', 'C2:285-3:5'],
  ['36. ya-sin', '36N'],
  ['ya sin', 'N'],
  ['12345', '1234'],
])('%s has the shape %s', (text, shape) => expect(shapeOf(piecesOf(text))).toBe(shape))

it('blanks and dashes join the words of a name', () => {
  expect(piecesOf('al-baqara x, y 5')).toEqual([
    { name: ['al', 'baqara', 'x'] },
    { sign: ',' },
    { sign: ' ' },
    { name: ['y'] },
    { sign: ' ' },
    { number: '5' },
  ])
})
