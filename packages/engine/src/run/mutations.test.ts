import { describe, expect, it } from 'vitest'
import { inOrder } from './mutations.ts'
import { change, items, row } from './plan.test-support.ts'

describe('the changes of a set', () => {
  it('collapses equal duplicates', () => {
    expect(items([row(11, 'ROW_UPDATE', '1'), row(11, 'ROW_UPDATE', '1')])).toEqual([
      'apply translations:20 11:1',
    ])
  })
  it('collapses changes without a row that come twice', () => {
    expect(items([change(11, 'RESOURCE_INVALIDATE'), change(11, 'RESOURCE_INVALIDATE')])).toEqual([
      'fetch translations:20 because invalidated, base 11, floor 20',
    ])
    const withRow = change(11, 'RESOURCE_INVALIDATE', 'translations:20', { data: { id: 1 } })
    expect(() => inOrder([change(11, 'RESOURCE_INVALIDATE'), withRow])).toThrowError(
      expect.objectContaining({ code: 'feed_inconsistent' }),
    )
  })
  it('refuses one change that comes twice with different rows', () => {
    const twin = row(11, 'ROW_UPDATE', '1', { data: { id: 1, text: 'other' } })
    expect(() => inOrder([row(11, 'ROW_UPDATE', '1'), twin])).toThrowError(
      expect.objectContaining({ code: 'feed_inconsistent' }),
    )
  })
})
