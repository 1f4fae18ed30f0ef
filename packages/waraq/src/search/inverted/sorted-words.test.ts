import { expect, it } from 'vitest'
import { kinOf } from '../query/kin.ts'
import { SortedWords } from './sorted-words.ts'

const words = new SortedWords([
  'الكتاب',
  'بكتابكم',
  'كتاب',
  'كتابا',
  'كے',
  'كي',
  'ميں',
  'ميںا',
  'word',
  'words',
])

it.each([
  ['wor', ['word', 'words']],
  ['كتاب', ['كتاب', 'كتابا']],
  ['z', []],
])('words that begin with %s', (prefix, found) => expect(words.beginningWith(prefix)).toEqual(found))

it.each([
  ['كتاب', false, ['الكتاب']],
  ['كتاب', true, ['الكتاب', 'بكتابكم']],
  ['كي', false, ['كے']],
  ['مين', true, ['ميں', 'ميںا']],
  ['word', true, ['words']],
])('kin of %s, as a beginning %s', (word, prefix, found) => {
  const kin = [...words.kinOf(kinOf(word), prefix)].filter(
    (each) => words.all.includes(each) && each !== word,
  )
  expect(kin).toEqual(expect.arrayContaining(found))
})
