import { expect, it } from 'vitest'
import { hasToStay, missingBeside } from '../../demo/src/sync/kept-resources.ts'

/** Resources that come, and stay, with those that a reader keeps. */

const translation = 'translations:20'
const byWord = 'word_by_word_translations:59'
const [text, mushaf] = ['quran_core:1', 'mushafs:1']

it.each<[kept: string[], withText: string | null, without: string | null]>([
  [[], null, null],
  [['tafsirs:169', 'recitations:7'], null, null],
  [[translation], text, mushaf],
  [[translation, text], null, null],
  [[translation, mushaf], null, null],
  [[byWord], mushaf, mushaf],
  [[byWord, text, translation], mushaf, mushaf],
  [[byWord, mushaf, translation], null, null],
])('beside %j comes %s, or %s where there is no text by verse', (kept, withText, without) => {
  expect(missingBeside(new Set(kept), true)).toBe(withText)
  expect(missingBeside(new Set(kept), false)).toBe(without)
})

it.each<[kept: string[], stay: string[]]>([
  [[translation], []],
  [[text, mushaf], []],
  [[translation, text], [text]],
  [[translation, mushaf], [mushaf]],
  [[translation, text, mushaf], []],
  [[translation, text, mushaf, byWord], [mushaf]],
])('of %j there stay %j', (kept, stay) => {
  expect(kept.filter((key) => hasToStay(key, new Set(kept)))).toEqual(stay)
  expect(hasToStay(text, new Set())).toBe(false)
})
