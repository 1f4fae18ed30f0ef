import { expect, it } from 'vitest'
import { alsoSpelled } from './also-spelled.ts'
import { wordsOf } from './words.ts'

it.each([
  ['one two three', 'one two three', ['one', 'two', 'three']],
  ['one two three', 'one twoo three', ['one', 'two|twoo', 'three']],
  ['one twothree four', 'one two three four', ['one', 'twothree|two|three', 'four']],
  ['one two three four', 'one twothree four', ['one', 'two|twothree', 'three', 'four']],
  ['one two', 'one two three', ['one', 'two|three']],
  ['one', 'a b c d e f', ['one|a|b|c|d|e|f']],
  ['', 'one', []],
])('%s, also spelled %s', (text, other, forms) => {
  const words = alsoSpelled(wordsOf(text), wordsOf(other))
  expect(words.map((word) => word.forms.join('|'))).toEqual(forms)
  expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(
    text.split(' ').filter((each) => each),
  )
})
