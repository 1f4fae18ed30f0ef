import { describe, expect, it } from 'vitest'
import { decodeSegment, packSegment, segmentDigest, type StoredRow } from './segment.ts'

const verse = (chapter: number, number: number, id: number): StoredRow => ({
  key: String(id),
  data: { id, verse_key: `${chapter}:${number}`, text: `verse ${number}` },
})

describe('segments', () => {
  it('hold rows exactly as they came', () => {
    const data = JSON.parse(
      '{"__proto__":{"polluted":1},"text":"\\ud800 lone \\u0000","constructor":2,"n":1e21}',
    ) as StoredRow['data']
    const { record, summary } = packSegment(1, 'unknown', [{ key: 'k', data }])
    const [row] = decodeSegment(record, summary)!.rows()
    expect(JSON.stringify(row!.data)).toBe(JSON.stringify(data))
    expect(Object.getOwnPropertyNames(row!.data)).toContain('__proto__')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
  it('that lost rows are noticed', () => {
    const { record, summary } = packSegment(1, 'translation', [verse(1, 1, 1), verse(1, 2, 2)])
    const altered = (text: (rows: string) => string) => ({
      ...record,
      rows: new TextEncoder().encode(text(new TextDecoder().decode(record.rows))),
    })
    for (const short of [
      '[{"id":1}]',
      '{"fields":[],"values":[]}',
      '{"fields":["id","text"],"values":[1,2,3]}',
      'null',
      '1',
    ])
      expect(
        decodeSegment(
          altered(() => short),
          summary,
        ),
      ).toBeUndefined()
    expect(
      decodeSegment(
        altered((rows) => rows.slice(0, -3)),
        summary,
      ),
    ).toBeUndefined()
    expect(segmentDigest(altered((rows) => rows.replace('verse 1', 'verse 9')))).not.toBe(summary.digest)
  })
  it('find a row by its key, and none where there is none', () => {
    const { record, summary } = packSegment(1, 'translation', [verse(1, 1, 1), verse(1, 3, 3)])
    const segment = decodeSegment(record, summary)!
    expect(segment.row('3')).toEqual(verse(1, 3, 3))
    expect(segment.row('2')).toBeUndefined()
    expect([segment.has('1'), segment.has('2')]).toEqual([true, false])
  })
  it('know the least and greatest key and locator of unsorted rows', () => {
    const { summary } = packSegment(1, 'translation', [verse(2, 3, 10), verse(1, 7, 9), verse(2, 1, 100)])
    expect(summary).toMatchObject({
      count: 3,
      leastKey: '9',
      greatestKey: '100',
      leastLocator: 1007,
      greatestLocator: 2003,
    })
  })
  it('are made of one row at least', () => {
    expect(() => packSegment(1, 'translation', [])).toThrowError(RangeError)
  })
})
