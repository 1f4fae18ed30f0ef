import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, phraseOf } from './texts.test-support.ts'
import { anyText } from './any-text.test-support.ts'
import { wordsOf } from './words.ts'

const formsOf = (text: string) => wordsOf(text).map(({ forms }) => forms.join('|'))

describe('wordsOf', () => {
  it.each([
    [
      'English',
      "Say, “He is One” – the Qur'an's 2nd",
      ['say', 'he', 'is', 'one', 'the', 'qurans|qur|an', '2nd'],
    ],
    [
      'French',
      "l’homme qu'il a créé; aujourd'hui",
      ['lhomme|homme', 'quil|qu|il', 'a', 'cree', 'aujourdhui|aujourd|hui'],
    ],
    ['Turkish', "O'ndan IŞIK, Allah'ın", ['ondan|ndan', 'isik', 'allahin|allah|in']],
    ['Swedish', 'GUD - det finns ingen', ['gud', 'det', 'finns', 'ingen']],
    ['Russian', 'Живого, Вседержителя.', ['живого', 'вседержителя']],
    ['Arabic', 'ٱلۡحَيُّ ٱلۡقَيُّومُۚ لَا', ['الحي', 'القيوم', 'لا']],
    ['Arabic signs', 'قَالَ ﷺ ۝ نعم', ['قال', 'صلي', 'الله', 'عليه', 'وسلم', 'نعم']],
    ['Urdu', 'اللہ، وہ زندہ', ['الله', 'وه', 'زنده']],
    ['Persian', 'می‌روم', ['ميروم|مي|روم']],
    ['Bengali', 'পরম করুণাময়।', ['পরম', 'করুণাময়']],
    ['Chinese', '真主至大。他', ['真主', '主至', '至大', '大', '他']],
    ['Chinese beside Latin', '古兰经Quran', ['古兰', '兰经', '经', 'quran']],
    ['Japanese', 'がっこうー', ['がっ', 'っこ', 'こう', 'うー', 'ー']],
    ['Thai', 'พระ ๑๒', ['พร', 'ระ', 'ะ', '12']],
    ['Korean', '하나님 은', ['하나님', '은']],
    ['soft hyphens', 'un\u00adseen', ['unseen']],
    ['hyphens', 'hari-hari', ['hari|harihari', 'hari|harihari']],
    ['a space without width', 'one\u200btwo', ['one', 'two']],
    ['nothing to find', '– … ، ۞ ﴾﴿ \u0640', []],
  ])('%s: %s', (_, text, forms) => expect(formsOf(text)).toEqual(forms))

  it.each([
    ['Latin', 'abcd'],
    ['Bengali, each with a mark', 'কিগিচিজি'],
    ['Adlam, each of two code units', '𞤢𞤣𞤤𞤥'],
  ])('joins parts of at most 40 letters: %s', (_, four) => {
    const [twenty, more] = [four.repeat(5), four.repeat(6)]
    expect(formsOf(`${twenty}-${twenty}`)[0]).toBe(
      [formsOf(twenty)[0], formsOf(twenty + twenty)[0]].join('|'),
    )
    expect(formsOf(`${twenty}-${more}`)[0]).toBe(formsOf(twenty)[0])
  })
  it('tells where words stand', () => {
    const text = 'Say: «l’homme» ﷺ'
    expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'Say',
      'l’homme',
      'ﷺ',
      'ﷺ',
      'ﷺ',
      'ﷺ',
    ])
  })
  it('takes letters of scripts without spaces two by two, with their marks', () => {
    const text = 'กี่ดี'
    expect(
      wordsOf(text).map(({ start, head, end }) => [text.slice(start, head), text.slice(start, end)]),
    ).toEqual([
      ['กี่', 'กี่'],
      ['กี่', 'กี่'],
      ['กี่', 'กี่ดี'],
      ['ดี', 'ดี'],
      ['ดี', 'ดี'],
    ])
  })
  it.each(Object.keys(languages))(
    'finds the same words in a piece between spaces as in the whole: %s',
    (language) => {
      fc.assert(
        fc.property(phraseOf(language), phraseOf(language), (one, other) => {
          expect(formsOf(`${one} ${other}`)).toEqual([...formsOf(one), ...formsOf(other)])
        }),
      )
    },
  )
  it('keeps the order of the text, and within it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let before = 0
        for (const { start, head, end, forms } of wordsOf(text)) {
          expect(start).toBeGreaterThanOrEqual(before)
          expect(head).toBeGreaterThan(start)
          expect(end).toBeGreaterThanOrEqual(head)
          expect(end).toBeLessThanOrEqual(text.length)
          for (const form of forms) expect(form).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
          before = start
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
