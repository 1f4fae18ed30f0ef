import { describe, expect, it } from 'vitest'
import { readingIn, type Target, type Value } from '../model/entity.ts'
import type { ReadingForms } from '../model/reading-forms.ts'
import { readingMutations, type Flagged } from './reading-mutations.ts'
import type { FeedChange } from './transport.ts'

const at = Date.parse('2026-03-02T12:00:00.123Z')
const clientUpdatedAt = '2026-03-02T12:00:00.123Z'
const created = { clientCreatedAt: clientUpdatedAt, clientUpdatedAt }
const verse: Target = { type: 'ayah', key: 2, verseNumber: 255 }
const page: Target = { type: 'page', key: 42 }
const night: Value = { name: 'Night', target: verse }
const where = { type: 'ayah', key: 2, verseNumber: 255 }

const slots: ReadingForms = { slots: 'reported', flag: false }
const flag: ReadingForms = { slots: 'unknown', flag: true }
const both: ReadingForms = { slots: 'reported', flag: true }
const flagged = (target: Target, isKept = false): Flagged => ({ id: 'former', target, isKept })

function sent(
  forms: ReadingForms,
  desired: Value | null,
  more: Partial<FeedChange> = {},
  ...marks: Flagged[]
) {
  const change = { entity: readingIn(1), desired, at, mutatedAt: at, id: undefined, ownerId: undefined }
  return readingMutations(
    { ...change, bookmarkId: undefined, reading: { forms, flagged: marks }, ...more },
    1,
  )
}

const slotOf = (data: object) => ({ resource: 'READING_BOOKMARK', data })
const flagOf = (data: object) => ({ resource: 'BOOKMARK', data })
const mark = flagOf({ ...where, mushaf: 1, isReading: true, ...created })

describe('a slot', () => {
  it('is made, moved and emptied', () => {
    const data = { slot: 1, name: 'Night', ...where, mushafId: 1 }
    expect(sent(slots, night)).toEqual([{ type: 'CREATE', ...slotOf({ ...data, ...created }) }])
    expect(sent(slots, night, { id: 'r' })).toEqual([
      { type: 'UPDATE', resourceId: 'r', ...slotOf({ ...data, clientUpdatedAt }) },
    ])
    expect(sent(slots, null, { id: 'r' })).toEqual([
      { type: 'DELETE', resource: 'READING_BOOKMARK', resourceId: 'r' },
    ])
  })

  it('at a page is at one of its mushaf', () => {
    expect(sent(slots, { name: null, target: page, mushafId: 5 }, { entity: readingIn(3) })).toMatchObject([
      slotOf({ slot: 3, name: null, type: 'page', key: 42, mushafId: 5 }),
    ])
  })

  it('that is nowhere is never sent as one', () => {
    for (const forms of [slots, both, flag]) expect(sent(forms, null)).toEqual([])
  })

  it('besides the first has no other form', () => {
    for (const slot of [2, 3] as const) {
      const entity = readingIn(slot)
      expect(sent(flag, night, { entity })).toEqual([])
      expect(sent(both, night, { entity })).toMatchObject([slotOf({ slot })])
    }
  })
})

describe('the flag', () => {
  it('is set on a bookmark that is there, or on a new one', () => {
    expect(sent(flag, night)).toEqual([{ type: 'CREATE', ...mark }])
    expect(sent(flag, night, { bookmarkId: 'b' })).toEqual([
      {
        type: 'UPDATE',
        resourceId: 'b',
        ...flagOf({ ...where, mushaf: 1, isReading: true, clientUpdatedAt }),
      },
    ])
  })

  it('is taken from where it was, and of a page its bookmark, unless that is one of its own', () => {
    const other: Target = { ...verse, verseNumber: 7 }
    expect(sent(flag, night, {}, flagged(verse))).toEqual([{ type: 'CREATE', ...mark }])
    for (const desired of [night, null]) {
      const rest = desired ? [{ type: 'CREATE', ...mark }] : []
      expect(sent(flag, desired, {}, flagged(other))).toEqual([
        {
          type: 'UPDATE',
          resourceId: 'former',
          ...flagOf({ ...other, mushaf: 1, isReading: false, clientUpdatedAt }),
        },
        ...rest,
      ])
      expect(sent(flag, desired, {}, flagged(page))).toEqual([
        { type: 'DELETE', resource: 'BOOKMARK', resourceId: 'former' },
        ...rest,
      ])
      expect(sent(flag, desired, {}, flagged(page, true))).toMatchObject([{ type: 'UPDATE' }, ...rest])
    }
  })

  it('is taken from a few at once, whatever the service told', () => {
    const many = Array.from({ length: 50 }, (_, key) => flagged({ type: 'page', key: key + 1 }))
    expect(sent(flag, null, {}, ...many)).toHaveLength(5)
  })
})

it('both are sent where both are told, and nothing where neither is', () => {
  expect(sent(both, night).map(({ resource }) => resource)).toEqual(['READING_BOOKMARK', 'BOOKMARK'])
  expect(sent({ slots: 'unknown', flag: false }, night)).toEqual([])
})
