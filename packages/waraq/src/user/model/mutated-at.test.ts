import { expect, it } from 'vitest'
import { mutatedAt, isLater } from './mutated-at.ts'

const pending = { at: 1_000, ahead: 100 }

it('a mutation is of the time that the service’s clock had, as it is known now', () => {
  expect([mutatedAt(pending), mutatedAt(pending, 100), mutatedAt(pending, 40)]).toEqual([1_000, 1_000, 940])
})

it('later is what has a known time after the mutation', () => {
  expect([1_001, 1_000, 999, undefined].map((at) => isLater(at, pending))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect([isLater(941, pending, 40), isLater(1_001, pending, 200)]).toEqual([true, false])
})
