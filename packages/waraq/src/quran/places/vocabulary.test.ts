import { expect, it } from 'vitest'
import { bareLetters } from './spelling.ts'
import { meaningOf, numberSaid, ordinalSaid, wordsIn } from './vocabulary.ts'

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
  const ordinals = ['الأول', 'العاشر', 'الحادي عشر', 'العشرين', 'الثاني والعشرون', 'الستون', 'عم', 'الأول عم']
  expect(ordinals.map((words) => ordinalSaid(wordsIn(bareLetters(words))))).toEqual([
    1,
    10,
    11,
    20,
    22,
    60,
    undefined,
    undefined,
  ])
  expect(wordsIn('surah al-বাকারা 5')).toEqual(['surah', 'al', 'বাকারা'])
})
