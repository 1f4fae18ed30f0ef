import { describe, expect, it } from 'vitest'
import { Journal } from './journal.ts'

const times = { clientCreatedAt: '2026-01-01T00:00:00.001Z', clientUpdatedAt: '2026-01-01T00:00:00.002Z' }

function start() {
  const clock = { now: 1_000 }
  const journal = new Journal(() => clock.now)
  const row = (id = 'note-1') => journal.row('u', 'NOTE', id)
  return { clock, journal, row }
}

describe('the journal', () => {
  it('has one row an entity, and times that ascend although the clock stands still or goes back', () => {
    const { journal, clock, row } = start()
    expect(journal.head('u')).toBe(0)
    for (const id of ['note-1', 'note-2']) journal.changed('u', 'NOTE', id)
    clock.now = 10
    journal.changed('u', 'NOTE', 'note-1')
    expect(journal.rows('u').map(({ id, madeAt, changedAt }) => [id, madeAt, changedAt])).toEqual([
      ['note-1', 1_000, 1_002],
      ['note-2', 1_001, 1_001],
    ])
    expect([journal.head('u'), journal.head('v')]).toEqual([1_002, 0])
    expect(row('note-3')).toBeUndefined()
  })

  it('remembers what is gone, and begins anew with what is made again', () => {
    const { journal, row } = start()
    journal.changed('u', 'NOTE', 'note-1')
    journal.changed('u', 'NOTE', 'note-1', { isGone: true })
    expect(row()).toMatchObject({ isGone: true, madeAt: 1_000, changedAt: 1_001 })
    journal.changed('u', 'NOTE', 'note-1')
    expect(row()).toMatchObject({ isGone: false, madeAt: 1_002, changedAt: 1_002 })
  })

  it('keeps the time at which a client made it, and takes that of each change', () => {
    const { journal, row } = start()
    journal.at(times, () => journal.changed('u', 'NOTE', 'note-1'))
    expect(row()).toMatchObject(times)
    const later = { clientCreatedAt: 'another', clientUpdatedAt: '2026-01-01T00:00:00.003Z' }
    journal.at(later, () => journal.changed('u', 'NOTE', 'note-1'))
    expect(row()).toMatchObject({ ...later, clientCreatedAt: times.clientCreatedAt })
    journal.changed('u', 'NOTE', 'note-1')
    expect(row()).toMatchObject({ clientCreatedAt: times.clientCreatedAt, clientUpdatedAt: undefined })
  })

  it('forgets the times of work that fails', () => {
    const { journal, row } = start()
    const fail = () => {
      throw new Error('no')
    }
    expect(() => journal.at(times, fail)).toThrow('no')
    journal.changed('u', 'NOTE', 'note-1')
    expect(row()?.clientUpdatedAt).toBeUndefined()
  })
})
