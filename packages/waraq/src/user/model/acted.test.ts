import { expect, it } from 'vitest'
import { actedAt, isLater } from './acted.ts'

const wish = { at: 1_000, ahead: 100 }

it('an act is of the time that the service’s clock had, as it is known now', () => {
  expect([actedAt(wish), actedAt(wish, 100), actedAt(wish, 40)]).toEqual([1_000, 1_000, 940])
})

it('later is what has a known time after the act', () => {
  expect([1_001, 1_000, 999, undefined].map((at) => isLater(at, wish))).toEqual([true, false, false, false])
  expect([isLater(941, wish, 40), isLater(1_001, wish, 200)]).toEqual([true, false])
})
