import { describe, expect, it } from 'vitest'
import { Results } from '../node/results.ts'
import { Figures } from './figures.ts'
import { judge, type Target } from './targets.ts'

const atMostTwice: Target = {
  claim: 'one / other',
  unit: 'x',
  bound: { most: 2 },
  measure: (of) => of.median('a load', 'one') / of.median('a load', 'other'),
}

/** Rounds of two variants that are divided; null: the variant could not run in that round. */
function judged(one: readonly (number | null)[], other: readonly (number | null)[]) {
  const results = new Results(undefined)
  for (let round = 0; round < Math.max(one.length, other.length); round++) {
    results.round = round
    for (const [variant, values] of [
      ['one', one],
      ['other', other],
    ] as const) {
      const value = values[round]
      if (value != null) results.add('a load', 'ms', variant, value)
    }
  }
  return judge(atMostTwice, new Figures(results.list()))
}

describe('a verdict', () => {
  it.each([
    [
      'each round says the same',
      [10, 20, 30],
      [10, 12, 20],
      { is: 'met', spread: [1, 20 / 12], isSure: true },
    ],
    ['each round misses', [30, 50, 90], [10, 20, 30], { is: 'missed', spread: [2.5, 3], isSure: true }],
    ['one round says otherwise', [10, 20, 30], [10, 5, 20], { is: 'met', spread: [1, 4], isSure: false }],
    ['there are two rounds', [10, 20], [10, 20], { is: 'met', spread: null, isSure: false }],
    [
      'a variant could not run in a round',
      [10, 20, 30, 40],
      [10, null, 30, 40],
      { is: 'met', spread: [1, 1], isSure: true },
    ],
    [
      'rounds are divided by themselves, however the machine feels',
      [10, 1_000, 100],
      [10, 1_000, 100],
      { is: 'met', spread: [1, 1], isSure: true },
    ],
    ['nothing was measured', [10, 20, 30], [], { is: 'not measured', spread: null, isSure: false }],
  ] as const)('where %s', (_, one, other, expected) => {
    expect(judged(one, other)).toMatchObject(expected)
  })
})
