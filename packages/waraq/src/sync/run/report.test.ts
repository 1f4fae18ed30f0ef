import { describe, expect, it } from 'vitest'
import { syncOutcome, worstOutcome } from './report.ts'

describe('the outcome of several runs', () => {
  it('is the worst of them', () => {
    expect(worstOutcome([])).toBe('current')
    expect(worstOutcome(['current', 'interrupted'])).toBe('interrupted')
    expect(worstOutcome(['partial', 'interrupted'])).toBe('partial')
    expect(worstOutcome(['failed', 'partial'])).toBe('failed')
  })
  it('is no failure of a sync in which not all failed', () => {
    expect(syncOutcome(['failed', 'failed'])).toBe('failed')
    expect(syncOutcome(['failed', 'current'])).toBe('partial')
    expect(syncOutcome(['interrupted', 'failed'])).toBe('partial')
    expect(syncOutcome(['current', 'interrupted'])).toBe('interrupted')
    expect(syncOutcome([])).toBe('nothing')
  })
})
