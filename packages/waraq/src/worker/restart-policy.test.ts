import { describe, expect, it } from 'vitest'
import { afterLoss, healthyMs, mostLosses } from './restart-policy.ts'

describe('after a loss', () => {
  it.each([
    // losses before, lifetime -> losses, milliseconds to the next start
    [0, 0, 1, 0],
    [1, 0, 2, 1_000],
    [2, 0, 3, 4_000],
    [3, 0, 4, 15_000],
    [4, 0, 5, null],
    [5, 0, 5, null],
    [1, healthyMs - 1, 2, 1_000],
    [5, healthyMs - 1, 5, null],
    [0, healthyMs, 1, 0],
    [3, healthyMs, 1, 0],
    [5, healthyMs, 1, 0],
    [5, Infinity, 1, 0],
  ])('%i losses before, lived %i ms: %i losses, next after %s', (before, livedMs, losses, restartAfterMs) => {
    expect(afterLoss(before, livedMs)).toEqual({ losses, restartAfterMs })
  })

  it('workers that never live long are started a bounded number of times', () => {
    let losses = 0
    let starts = 0
    for (;;) {
      const next = afterLoss(losses, healthyMs - 1)
      losses = next.losses
      if (next.restartAfterMs === null) break
      starts += 1
    }
    expect([losses, starts]).toEqual([mostLosses, mostLosses - 1])
  })
})
