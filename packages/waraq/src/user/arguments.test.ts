import { UpdateNoteBody } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { checkName, checkNote, checkSetting, checkTarget, checkVerse, noteLimitsOf } from './arguments.ts'

const ranges = ['2:255-2:257']
const body = 'A text.'

describe('what the service takes enters the outbox', () => {
  it.each([
    ['2:286', { type: 'ayah', key: 2, verseNumber: 286 }],
    ['114:6', { type: 'ayah', key: 114, verseNumber: 6 }],
    [
      { type: 'juz', number: 30 },
      { type: 'juz', key: 30 },
    ],
    [
      { type: 'page', number: 604 },
      { type: 'page', key: 604 },
    ],
  ] as const)('%j', (place, target) => {
    expect(checkTarget(place)).toEqual(target)
  })
  it('a name without the spaces around it, a note, a setting', () => {
    expect(checkName('  Ramadan ')).toBe('Ramadan')
    expect(checkNote({ body, ranges })).toEqual({ body, ranges })
    const setting = { group: 'theme', key: 'type', value: 'dark' } as const
    expect(checkSetting(setting)).toEqual(setting)
  })
})

describe('a note', () => {
  it('is counted in characters, as the service does', () => {
    const most = '🤲'.repeat(10_000)
    for (const text of ['🤲'.repeat(6), most]) {
      expect(checkNote({ body: text, ranges })).toEqual({ body: text, ranges })
      expect(UpdateNoteBody.safeParse({ body: text, saveToQR: false }).success).toBe(true)
    }
    for (const text of ['🤲'.repeat(5), `${most}🤲`])
      expect(UpdateNoteBody.safeParse({ body: text, saveToQR: false }).success).toBe(false)
  })
  it('that no service gets is as short as its person likes', () => {
    expect(checkNote({ body: '🤲', ranges }, noteLimitsOf(false))).toEqual({ body: '🤲', ranges })
  })
})

describe('what it would refuse does not', () => {
  it.each([
    ['a verse that there is not', () => checkVerse('2:287'), 'verseKey'],
    ['a surah that there is not', () => checkVerse('115:1'), 'verseKey'],
    ['verse 0', () => checkVerse('2:0'), 'verseKey'],
    ['a range for a verse', () => checkVerse('2:1-2:2'), 'verseKey'],
    ['nothing', () => checkVerse(undefined), 'verseKey'],
    ['a page that no mushaf has', () => checkTarget({ type: 'page', number: 851 }), 'place'],
    ['half a juz', () => checkTarget({ type: 'juz', number: 1.5 }), 'place'],
    ['a kind of place that there is not', () => checkTarget({ type: 'hizb' as never, number: 1 }), 'place'],
    ['an inherited kind', () => checkTarget({ type: 'toString' as never, number: 1 }), 'place'],
    ['a blank name', () => checkName(' \t'), 'name'],
    ['a name of 256 characters', () => checkName('a'.repeat(256)), 'name'],
    ['a verse in a list', () => checkVerse(['2:255']), 'verseKey'],
    ['a kind of place in a list', () => checkTarget({ type: ['page'], number: 1 }), 'place'],
    ['three characters of two units each', () => checkNote({ body: '🤲🤲🤲', ranges }), 'body'],
    ['blanks', () => checkNote({ body: ' \n '.repeat(9), ranges }, noteLimitsOf(false)), 'body'],
    ['more ranges than there are', () => checkNote({ body, ranges: Array(1_001).fill('2:1-2:1') }), 'ranges'],
    ['five characters', () => checkNote({ body: 'short', ranges }), 'body'],
    ['10,001 characters', () => checkNote({ body: 'a'.repeat(10_001), ranges }), 'body'],
    ['a range of no verse', () => checkNote({ body, ranges: ['2:255-2:300'] }), 'ranges'],
    ['a range of one end that is no verse', () => checkNote({ body, ranges: ['2:300'] }), 'ranges'],
    ['no list of ranges', () => checkNote({ body, ranges: '2:1-2:2' as never }), 'ranges'],
    [
      'a theme that there is not',
      () => checkSetting({ group: 'theme', key: 'type', value: 'pink' } as never),
      'setting',
    ],
  ])('%s', (_, check, field) => {
    expect(check).toThrowError(expect.objectContaining({ code: 'invalid_argument', details: { field } }))
  })
})
