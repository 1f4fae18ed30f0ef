import { seedOfRun } from '@waraq/test-support/runs'
import { expect, it } from 'vitest'
import { judge, judged } from './judge.test-support.ts'

it.each(judged)('%s', { timeout: 600_000 }, (language) => {
  const { recall, precision, nothing } = judge(language, { words: 30, seed: seedOfRun })
  expect(nothing).toEqual([])
  expect(recall).toEqual({ asWritten: 1, typedOtherwise: 1 })
  expect(precision.asText).toBeGreaterThan(0.9)
})
