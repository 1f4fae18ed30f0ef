import { describe, expect, it } from 'vitest'
import { syncOutcome, worstOutcome } from './report.ts'

describe('the outcome of several runs', () => {
  it('is the worst of them', () => {
    expect(worstOutcome([])).toBe('current')
    expect(worstOutcome(['current', 'deferred'])).toBe('deferred')
    expect(worstOutcome(['partial', 'deferred'])).toBe('partial')
    expect(worstOutcome(['failed', 'partial'])).toBe('failed')
  })
  it('is no failure of a sync in which not all failed', () => {
    expect(syncOutcome(['failed', 'failed'])).toBe('failed')
    expect(syncOutcome(['failed', 'current'])).toBe('partial')
    expect(syncOutcome(['deferred', 'failed'])).toBe('partial')
    expect(syncOutcome(['current', 'deferred'])).toBe('deferred')
    expect(syncOutcome([])).toBe('nothing')
  })
})
