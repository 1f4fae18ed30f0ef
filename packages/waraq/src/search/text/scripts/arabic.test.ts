import { describe, expect, it } from 'vitest'
import { isArabic, withParticles } from './arabic.ts'

describe('particles', () => {
  it.each([
    ['كتاب', ['الكتاب', 'والكتاب', 'بكتاب', 'فبكتاب', 'للكتاب', 'وللكتاب', 'وكتاب'], ['كتابا', 'كتاب']],
    ['الكتاب', ['والكتاب', 'بالكتاب', 'للكتاب', 'فالكتاب'], ['كتاب', 'الكتاب', 'االكتاب']],
    // Too short to tell from another word: كتاب is not تاب, الله not له.
    ['تاب', ['وتاب', 'فتاب'], ['كتاب', 'بتاب']],
    ['له', [], ['وله', 'الله']],
    ['merciful', [], ['wmerciful']],
  ])('before %s', (word, are, areNot) => {
    expect(withParticles(word)).toEqual(expect.arrayContaining(are))
    for (const each of areNot) expect(withParticles(word)).not.toContain(each)
  })
})

it.each([
  ['كتاب مبين', true],
  ['ٱلرَّحۡمَٰنِ', true],
  ['٢:٢٥٥ الكرسي', true],
  ['کتاب', false],
  ['اللہ', false],
  ['Allah الله', false],
  ['2:255', false],
])('whether %s is Arabic: %s', (text, is) => expect(isArabic(text)).toBe(is))
