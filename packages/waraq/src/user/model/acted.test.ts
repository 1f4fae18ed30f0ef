import { expect, it } from 'vitest'
import { actedAt, isLater } from './acted.ts'

const pending = { at: 1_000, ahead: 100 }

it('an act is of the time that the service’s clock had, as it is known now', () => {
  expect([actedAt(pending), actedAt(pending, 100), actedAt(pending, 40)]).toEqual([1_000, 1_000, 940])
})

it('later is what has a known time after the act', () => {
  expect([1_001, 1_000, 999, undefined].map((at) => isLater(at, pending))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect([isLater(941, pending, 40), isLater(1_001, pending, 200)]).toEqual([true, false])
})
