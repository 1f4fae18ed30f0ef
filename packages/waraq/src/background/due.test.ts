import type { ErrorCode } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import type { LastRun } from '../store/records.ts'
import { dueFilters } from './due.ts'

const now = 1_785_600_000_000
const minute = 60_000
const hour = 60 * minute

function lastRun(errorCode: ErrorCode | null, retryAt: number | null = null): LastRun {
  const outcome = errorCode === null ? 'current' : 'interrupted'
  return { at: now - minute, epoch: 1, outcome, errorCode, message: null, retryAt }
}

function known(filter: string, currentAt: number | null, errorCode: ErrorCode | null = null) {
  return { filter, currentAt, lastRun: lastRun(errorCode) }
}

const fresh = known('translations:20', now - minute)
const old = known('translations:131', now - 2 * hour)
const never = { filter: 'tafsirs:169', currentAt: null, lastRun: null }

describe('what a slice asks for', () => {
  it('nothing where nothing is subscribed to', () => {
    expect(dueFilters([], now)).toBe('nothing')
  })

  it('everything, however recent', () => {
    expect(dueFilters([fresh, old, never], now)).toEqual({
      filters: ['translations:20', 'translations:131', 'tafsirs:169'],
    })
  })

  it('what became current meanwhile is left out where an earlier slice ran out of time', () => {
    const cut = known('mushafs:1', now - minute, 'budget_spent')
    expect(dueFilters([fresh, old, cut, never], now)).toEqual({
      filters: ['translations:131', 'mushafs:1', 'tafsirs:169'],
    })
  })

  it.each([
    ['an hour ago', now - hour],
    ['in the future, by a clock that was set since', now + minute],
  ])('what became current %s is not recent', (_, currentAt) => {
    const cut = known('mushafs:1', null, 'budget_spent')
    expect(dueFilters([known('translations:20', currentAt), cut], now)).toEqual({
      filters: ['translations:20', 'mushafs:1'],
    })
  })

  it('nothing before the time that the service named', () => {
    const limited = (retryAt: number) => ({ ...old, lastRun: lastRun('rate_limited', retryAt) })
    const all = { filters: ['translations:20', 'translations:131'] }
    expect(dueFilters([fresh, limited(now + minute)], now)).toBe('later')
    expect(dueFilters([fresh, limited(now)], now)).toEqual(all)
    expect(dueFilters([fresh, limited(now + 48 * hour)], now)).toEqual(all)
    const offline = { ...old, lastRun: lastRun('network', now + minute) }
    expect(dueFilters([fresh, offline], now)).toEqual(all)
  })
})
