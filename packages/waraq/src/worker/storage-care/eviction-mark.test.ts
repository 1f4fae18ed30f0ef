import { describe, expect, it } from 'vitest'
import { judge, readMark, writeMark, type DatabaseContent, type ReadMark } from './eviction-mark.ts'
import type { SiteStorage } from '../../platform/storage/browser-parts.ts'
import { memoryMarks } from '@waraq/test-support/memory-marks'

const mark = { currentAt: 5, filters: ['tafsirs:*', 'translations:20,131'], commits: 3 }
const stored = (text: string): SiteStorage => memoryMarks({ 'waraq:waraq:current': text })
const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

describe('a mark', () => {
  it('is read as it was written, by the name of its database', () => {
    const marks = memoryMarks()
    expect(readMark(marks, 'waraq')).toBeNull()
    expect(writeMark(marks, 'waraq', mark)).toBe(true)
    expect(readMark(marks, 'waraq')).toEqual(mark)
    expect(readMark(marks, 'another')).toBeNull()
  })
  it('holds a time, filters and a count, nothing else', () => {
    const marks = memoryMarks()
    writeMark(marks, 'waraq', mark)
    expect([...marks.all]).toEqual([['waraq:waraq:current', JSON.stringify({ format: 1, ...mark })]])
  })
  it('is taken away', () => {
    const marks = memoryMarks()
    writeMark(marks, 'waraq', mark)
    expect(writeMark(marks, 'waraq', null)).toBe(true)
    expect(marks.all.size).toBe(0)
  })

  it.each([
    'no JSON',
    'null',
    '5',
    '"text"',
    '[]',
    '{}',
    '{"format":1,"currentAt":5}',
    '{"format":1,"currentAt":"5","filters":["tafsirs:*"]}',
    '{"format":1,"currentAt":null,"filters":["tafsirs:*"]}',
    '{"format":1,"currentAt":5,"filters":"tafsirs:*"}',
    '{"format":1,"currentAt":5,"filters":[]}',
    '{"format":1,"currentAt":5,"filters":["tafsirs:0","",5,null,{},"translations:20;tafsirs:1"]}',
  ])('that is %s counts as none', (text) => expect(readMark(stored(text), 'waraq')).toBeNull())

  it('keeps those of its filters that are canonical, each once', () =>
    expect(
      readMark(stored('{"currentAt":5,"filters":["a:1","nonsense","b:*","a:1","__proto__:1"]}'), 'waraq'),
    ).toEqual({ currentAt: 5, filters: ['a:1', 'b:*'], commits: 0 }))

  it('of a newer version is not for us', () =>
    expect(readMark(stored('{"format":2,"filters":{}}'), 'waraq')).toBe('unreadable'))

  it.each<[string, SiteStorage | null]>([
    ['missing', null],
    ['throwing', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ])('breaks nothing where storage is %s', (_case, marks) => {
    expect(readMark(marks, 'waraq')).toBe('unreadable')
    expect(writeMark(marks, 'waraq', mark)).toBe(false)
    expect(writeMark(marks, 'waraq', null)).toBe(false)
  })
})

describe('what mark and database come to', () => {
  const contents = {
    empty: [],
    'subscribed, never current': [{ currentAt: null }, { currentAt: null }],
    current: [{ currentAt: null }, { currentAt: 0 }],
  } satisfies Record<string, DatabaseContent['subscriptions']>
  const marks = { mark, none: null, unreadable: 'unreadable' } satisfies Record<string, ReadMark>
  const evicted = { is: 'evicted', filters: mark.filters } as const
  const table: Record<keyof typeof marks, Record<keyof typeof contents, ReturnType<typeof judge>>> = {
    mark: { empty: evicted, 'subscribed, never current': evicted, current: { is: 'kept' } },
    none: { empty: { is: 'new' }, 'subscribed, never current': { is: 'new' }, current: { is: 'kept' } },
    unreadable: {
      empty: { is: 'unknown' },
      'subscribed, never current': { is: 'unknown' },
      current: { is: 'unknown' },
    },
  }
  const cells = Object.entries(table).flatMap(([ofMark, row]) =>
    Object.entries(row).map(([content, verdict]) => ({ ofMark, content, verdict })),
  )
  it.each(cells)('mark: $ofMark, database: $content', ({ ofMark, content, verdict }) =>
    expect(
      judge(marks[ofMark as keyof typeof marks], {
        commits: 0,
        subscriptions: contents[content as keyof typeof contents],
      }),
    ).toEqual(verdict),
  )

  it.each<[marked: number, commits: number, is: string]>([
    [3, 0, 'evicted'],
    [3, 2, 'evicted'],
    // The application dropped everything, in some tab or worker: it is not subscribed to again.
    [3, 3, 'kept'],
    [3, 9, 'kept'],
    // A library that became current with nothing in it.
    [0, 0, 'evicted'],
    [0, 5, 'evicted'],
  ])('%d commits marked, %d counted, nothing current: %s', (marked, commits, is) => {
    for (const subscriptions of [[], [{ currentAt: null }]])
      expect(judge({ ...mark, commits: marked }, { commits, subscriptions }).is).toBe(is)
  })
  it.each(['-3', '"3"', 'null', 'NaN'])('a count of %s is none', (count) => {
    const read = readMark(stored(`{"currentAt":5,"filters":["a:1"],"commits":${count}}`), 'waraq')
    expect(read).toEqual(count === 'NaN' ? null : { currentAt: 5, filters: ['a:1'], commits: 0 })
  })
})
