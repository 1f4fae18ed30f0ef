import { expect, it } from 'vitest'
import { romanNumber } from './roman.ts'

it.each([
  ['i', 1],
  ['iv', 4],
  ['xxxvi', 36],
  ['xlix', 49],
  ['xc', 90],
  ['cxiv', 114],
])('%s is %i', (letters, number) => expect(romanNumber(letters)).toBe(number))

it.each(['', 'iiii', 'vx', 'ic', 'd', 'mix', 'civil', 'yasin'])('%j is none', (letters) =>
  expect(romanNumber(letters)).toBeUndefined(),
)
