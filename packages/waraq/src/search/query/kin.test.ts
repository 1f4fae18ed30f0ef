import { expect, it } from 'vitest'
import { isKin, kinOf } from './kin.ts'

it.each([
  ['كتاب', 'والكتاب', true, false],
  ['كتاب', 'بكتابكم', false, true],
  ['كتاب', 'اكتاب', false, false],
  ['هي', 'ھے', true, false],
  ['ھے', 'هے', true, false],
  ['مين', 'ميں', true, false],
  ['كے', 'كي', true, false],
  ['word', 'words', false, true],
])('%s and %s: kin %s, or as a beginning %s', (typed, word, whole, beginning) => {
  expect(isKin(kinOf(typed), false, word)).toBe(whole)
  expect(isKin(kinOf(typed), true, word)).toBe(whole || beginning)
})
