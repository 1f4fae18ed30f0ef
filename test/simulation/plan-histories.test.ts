import { expect, test } from 'vitest'
import { testDose } from '../random/dose.ts'
import { kindNamed } from '../random/kinds.ts'
import { runPlan } from './plan/run-plan.ts'

/** Each showed a defect once, while subscriptions had tokens of their own only. */
const known = [
  // A prepared snapshot brought back what another subscription had found to be gone.
  245_048_566, 514_183_035,
  // A withdrawn resource stayed, because another subscription listed it.
  88,
  // The overtaken test missed resources that the batch does not mention.
  3015,
  // An older batch brought back what another token knew to be gone.
  3763,
  // The model of the store committed a prepared snapshot that was below the floor by then; the engine checks that.
  345_129_435,
  // A snapshot prepared before another token covered more was as new as it claimed, and its rows were older.
  144_812_578,
]

test.each(known)('schedule %i', (seed) => {
  expect(() => runPlan(seed, false)).not.toThrow()
})

testDose(kindNamed('plans'), 1)
