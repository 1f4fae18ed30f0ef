import { isWaraqError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { article } from './article.ts'
import { chapterAudio, verseAudio } from './recitation.ts'
import { coreChapter, coreVerse, coreVersesOfChapter, juz, juzOf } from './quran-core.ts'
import { fontAssetOf, fontAssets } from './fonts.ts'
import { mushafPage, mushafPageOf } from './mushaf.ts'
import { sideBySide } from './side-by-side.ts'
import { tafsirChapter, tafsirPassage } from './tafsir.ts'
import {
  translationChapter,
  translationJuz,
  translationPage,
  translationRange,
  translationVerse,
} from './translation.ts'
import { verseWords } from './words.ts'

const ref = { group: 'translations', id: 20 }
const not = (value: unknown) => value as never

function argumentRefused(make: () => unknown): unknown {
  try {
    make()
  } catch (error) {
    if (isWaraqError(error) && error.code === 'invalid_argument' && !error.retryable)
      return error.details['argument']
    throw error
  }
  return 'nothing'
}

describe('a query that makes no sense is refused when it is made, and the argument named', () => {
  it.each<[argument: string, make: () => unknown]>([
    ['verseKey', () => translationVerse(ref, '255')],
    ['verseKey', () => translationVerse(ref, not(undefined))],
    ['verseKey', () => tafsirPassage(ref, '115:1')],
    ['verseKey', () => tafsirPassage(ref, '2:0')],
    ['verseKey', () => mushafPageOf(ref, '02:5')],
    ['verseKey', () => verseAudio(ref, '2:255:1')],
    ['verseKey', () => verseWords({ mushaf: ref }, '')],
    ['range.from', () => translationRange(ref, { from: 'x', to: '2:1' })],
    ['range.to', () => translationRange(ref, { from: '2:1', to: '900:1' })],
    ['range', () => translationRange(ref, { from: '2:2', to: '2:1' })],
    ['range.from', () => translationRange(ref, not(null))],
    ['chapter', () => translationChapter(ref, 0)],
    ['chapter', () => tafsirChapter(ref, 115)],
    ['chapter', () => chapterAudio(ref, 1.5)],
    ['chapter', () => sideBySide({ translations: [ref] }, { chapter: not('1') })],
    ['verseKey', () => coreVerse(ref, '2:0')],
    ['verseKey', () => juzOf(ref, '115:1')],
    ['chapter', () => coreChapter(ref, 115)],
    ['chapter', () => coreVersesOfChapter(ref, 0)],
    ['juz', () => juz(ref, 31)],
    ['page', () => fontAssetOf(ref, 0)],
    ['ref', () => fontAssets(not('mushafs'))],
    ['juz', () => translationJuz(ref, 31)],
    ['juz', () => sideBySide({ translations: [ref] }, { juz: 0 })],
    ['page', () => translationPage(ref, 0)],
    ['page', () => mushafPage(ref, NaN)],
    ['page', () => sideBySide({ translations: [ref] }, { page: -1 })],
    ['ref', () => translationVerse(not(null), '2:255')],
    ['ref', () => translationVerse(not('translations:20;21'), '2:255')],
    ['ref', () => translationVerse({ group: 'translations', id: 0 }, '2:255')],
    ['ref', () => translationVerse({ group: 'a;b', id: 1 }, '2:255')],
    ['mushaf', () => translationPage(ref, 1, { mushaf: not({}) })],
    ['mushaf', () => verseWords(not({}), '2:255')],
    ['translation', () => verseWords({ mushaf: ref, translation: not(20) }, '2:255')],
    ['transliteration', () => verseWords({ mushaf: ref, transliteration: not('x') }, '2:255')],
    ['translations', () => sideBySide({ translations: not('translations:20') }, { page: 1 })],
    ['translations[1]', () => sideBySide({ translations: [ref, not(null)] }, { page: 1 })],
    ['tafsirs[0]', () => sideBySide({ translations: [], tafsirs: [not(1)] }, { page: 1 })],
    ['languages', () => article(ref, not('en'))],
    ['languages', () => article(ref, [not(1)])],
  ])('%s', (argument, make) => expect(argumentRefused(make)).toBe(argument))

  it('and nothing else is', () => {
    expect(argumentRefused(() => translationVerse(ref, '114:999'))).toBe('nothing')
    expect(argumentRefused(() => translationRange(ref, { from: '2:1', to: '2:1' }))).toBe('nothing')
    expect(argumentRefused(() => article(ref, []))).toBe('nothing')
  })
})
