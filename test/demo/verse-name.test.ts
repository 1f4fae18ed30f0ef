import { expect, it } from 'vitest'
import { rangeIn } from '../../demo/src/reading/verse-name.ts'

it.each([
  ['2:255-2:257', { from: '2:255', to: '2:257' }],
  ['2:255', { from: '2:255', to: '2:255' }],
])('%s is a range of verses', (text, range) => {
  expect(rangeIn(text)).toEqual(range)
})
