import { expect, it } from 'vitest'
import { bareLetters } from './spelling.ts'
import { meaningOf, numberSaid, wordsIn } from './vocabulary.ts'

it.each([
  ['Sûresi', 'chapter'],
  ['سُورَة', 'chapter'],
  ['آیت', 'verse'],
  ['cüz', 'juz'],
  ['صفحة', 'page'],
  ['mercy', undefined],
  ['constructor', undefined],
])('%s says %s', (word, meaning) => expect(meaningOf(bareLetters(word))).toBe(meaning))

it('numbers and words', () => {
  expect(['two', 'ايتين', 'eleven'].map(numberSaid)).toEqual([2, 2, undefined])
  expect(wordsIn('surah al-বাকারা 5')).toEqual(['surah', 'al', 'বাকারা'])
})
