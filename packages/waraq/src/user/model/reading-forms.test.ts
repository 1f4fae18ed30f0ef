import { describe, expect, it } from 'vitest'
import { formsAfter, formsWithout, hasFlag, hasSlots, noForms, type ReadingForms } from './reading-forms.ts'

describe('what is known after a pull', () => {
  it.each<[ReadingForms | undefined, ReadingForms, ReadingForms]>([
    [undefined, { slots: 'asked' }, { slots: 'asked' }],
    [undefined, { slots: 'unknown', flag: true }, { slots: 'unknown', flag: true }],
    [{ slots: 'reported', flag: true }, { slots: 'asked' }, { slots: 'reported', flag: true }],
    [
      { slots: 'reported', flag: true },
      { slots: 'unknown', flag: false },
      { slots: 'unknown', flag: false },
    ],
    [
      { slots: 'refused', flag: true },
      { slots: 'asked', flag: true },
      { slots: 'refused', flag: true },
    ],
    [{ slots: 'refused', flag: true }, { slots: 'reported' }, { slots: 'reported', flag: true }],
    [
      { slots: 'unknown', flag: true },
      { slots: 'asked', flag: false },
      { slots: 'asked', flag: false },
    ],
  ])('%j and %j are %j', (former, pulled, after) => {
    expect(formsAfter(former, pulled)).toEqual(after)
  })
})

/** In which forms the first slot is sent, at a verse and at a page, and whether others are. */
it.each<[ReadingForms, string, string]>([
  [noForms, 'slot and flag', 'slot'],
  [{ slots: 'asked', flag: true }, 'slot and flag', 'slot and flag'],
  [{ slots: 'reported', flag: false }, 'slot', 'slot'],
  [{ slots: 'unknown' }, 'flag', 'flag'],
  [{ slots: 'unknown', flag: true }, 'flag', 'flag'],
  [{ slots: 'refused', flag: true }, 'flag', 'flag'],
  [{ slots: 'unknown', flag: false }, '', ''],
])('with %j a verse is sent as %j and a page as %j', (forms, verse, page) => {
  const sent = (isVerse: boolean) =>
    [hasSlots(forms) && 'slot', hasFlag(forms, 1, isVerse) && 'flag'].filter(Boolean).join(' and ')
  expect([sent(true), sent(false)]).toEqual([verse, page])
  expect([hasFlag(forms, 2, true), hasFlag(forms, 3, true)]).toEqual([false, false])
})

it('a form that was only tried is left once it is refused; one that was told is not', () => {
  expect(formsWithout({ slots: 'asked', flag: true }, 'slots')).toEqual({ slots: 'refused', flag: true })
  expect(formsWithout({ slots: 'reported' }, 'flag')).toEqual({ slots: 'reported', flag: false })
  expect(formsWithout({ slots: 'reported', flag: true }, 'slots')).toBeUndefined()
  expect(formsWithout({ slots: 'reported', flag: true }, 'flag')).toBeUndefined()
})
