import { expect, it } from 'vitest'
import { otherSearches } from '../../demo/src/search/other-searches.ts'

it.each<[what: string, text: string, isLimited: boolean, others: readonly string[]]>([
  ['one word has no other search', 'zzzz', false, []],
  ['one word of one text is looked for in all', ' mercy ', true, ['mercy']],
  ['a phrase loses its quotation marks', '“no mercy”', false, ['no mercy', 'no', 'mercy']],
  ['a phrase in Arabic, too', '«رب العالمين»', false, ['رب العالمين', 'رب', 'العالمين']],
  ['the last word goes first', 'lord of zzzz', false, ['lord of', 'lord', 'zzzz']],
  [
    'of many words, the three longest',
    'a bb ccc dddd eeeee ffffff',
    false,
    ['a bb ccc dddd eeeee', 'ffffff', 'eeeee', 'dddd'],
  ],
])('%s', (_, text, isLimited, others) => {
  expect(otherSearches(text, isLimited)).toEqual(others)
})
