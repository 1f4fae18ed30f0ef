import type { JsonObject } from '@waraq/contract'
import { describe, expect, it } from 'vitest'
import { directoryId, directoryIdsOf, segmentId, segmentIdsOf } from './database.ts'
import { digestOf } from './digest.ts'
import {
  directoryIsWhole,
  directoryRef,
  inRange,
  segmentsInRange,
  segmentsWithKey,
  type DirectoryRecord,
} from './directory.ts'
import { chapterRange, compareLocators, locatorFields, locatorOf, verseLocator } from './locator.ts'
import { Packer, segmentLimits } from './packer.ts'
import { compareKeys } from './record-key.ts'
import { decodeSegment, packSegment, segmentDigest, type StoredRow } from './segment.ts'

const verse = (chapter: number, number: number, id: number): StoredRow => ({
  key: String(id),
  data: { id, verse_key: `${chapter}:${number}`, text: `verse ${number}` },
})

function directoryOf(...segments: StoredRow[][]): DirectoryRecord {
  return {
    id: 'd',
    resource: 'translations:20',
    recordType: 'translation',
    segments: segments.map((rows, index) => packSegment(index, 'translation', rows).summary),
  }
}

describe('locators', () => {
  it.each([
    ['translation', { verse_key: '26:153' }, 26153],
    ['tafsir', { verse_key: '114:6' }, 114006],
    ['audio_file', { verse_key: '1:1' }, 1001],
    ['word_translation', { id: 9, word_id: 77431 }, 77431],
    ['word_transliteration', { id: 9, word_id: 1 }, 1],
    ['mushaf', { id: 1 }, 1],
    ['mushaf_page', { id: 5, page_number: 604 }, 604],
    ['mushaf_word', { page_number: 2, position_in_page: 14 }, 2014],
    ['chapter_audio_file', { id: 1, chapter_id: 114 }, 114],
    ['article_localization', { lang: 'ar', language_id: 9 }, 'ar'],
    ['article_localization', { language_id: 9 }, 9],
    ['font_asset', { id: 3 }, 3],
    ['audio_segment', { id: 12 }, 12],
    ['translation', { verse_key: 'nonsense' }, null],
    ['mushaf_word', { page_number: 2 }, null],
    ['word_translation', { word_id: '12' }, null],
  ])('of %s %o', (recordType, data, expected) => {
    expect(locatorOf(recordType, data)).toBe(expected)
    // Segments show no more of a row than the fields that it says it is made of.
    const row: JsonObject = data
    const shown = locatorFields(recordType).map((field) => [field, row[field]] as const)
    expect(locatorOf(recordType, Object.fromEntries(shown))).toBe(expected)
  })
  it('sort numbers before strings before nothing', () => {
    expect(['b', null, 10, 'a', 9].sort(compareLocators)).toEqual([9, 10, 'a', 'b', null])
  })
  it('of a chapter are a range', () => {
    expect(inRange(verseLocator(2, 286), chapterRange(2))).toBe(true)
    expect(inRange(verseLocator(3, 1), chapterRange(2))).toBe(false)
    expect(inRange(2003, { from: 2003, to: 2003 })).toBe(true)
    expect(inRange(2003, { from: 2004 })).toBe(false)
    expect(inRange(2003, { to: 2002 })).toBe(false)
    expect(inRange(null, chapterRange(2))).toBe(false)
    expect(inRange(null, {})).toBe(true)
  })
})

describe('record keys', () => {
  it('that are numbers sort as numbers, before the others', () => {
    expect(['10000', '9999', 'x', '#2', '010', '1'].sort(compareKeys)).toEqual([
      '1',
      '9999',
      '10000',
      '#2',
      '010',
      'x',
    ])
  })
  it('of too many digits, and the empty one, count as text', () => {
    expect(['9999999999999999', '', '2', '10'].sort(compareKeys)).toEqual(['2', '10', '', '9999999999999999'])
  })
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
  it('grow to a number of rows or a size, whichever comes first', () => {
    let id = 0
    const pack = (rows: StoredRow[]) => {
      const packer = new Packer('translation', () => id++)
      const segments = rows.flatMap((row) => packer.push(row, String(row.data['text']).length + 9) ?? [])
      return [...segments, packer.finish()!].map(({ summary }) => summary.count)
    }
    expect(pack(Array.from({ length: 600 }, (_, index) => verse(2, index, index)))).toEqual([256, 256, 88])
    const long: StoredRow = { key: '1', data: { id: 1, text: 'x'.repeat(segmentLimits.size / 2) } }
    expect(pack([long, long, long])).toEqual([1, 1, 1])
  })
  it('hold at least one row', () => {
    expect(new Packer('translation', () => 1).finish()).toBeUndefined()
    expect(() => packSegment(1, 'translation', [])).toThrowError(RangeError)
  })
})

describe('directories', () => {
  const directory = directoryOf(
    [verse(1, 1, 9998), verse(1, 7, 9999)],
    [verse(2, 1, 10000), verse(2, 90, 10089)],
    [verse(2, 91, 10090), verse(3, 1, 10286)],
  )
  const ids = (segments: { id: number }[]) => segments.map(({ id }) => id)

  it('lead a range to the segments that can hold it', () => {
    expect(ids(segmentsInRange(directory, chapterRange(2)))).toEqual([1, 2])
    expect(ids(segmentsInRange(directory, { from: verseLocator(2, 50), to: verseLocator(2, 60) }))).toEqual([
      1,
    ])
    expect(ids(segmentsInRange(directory, { from: verseLocator(4, 1) }))).toEqual([])
    expect(ids(segmentsInRange(directory, { to: verseLocator(1, 3) }))).toEqual([0])
    expect(ids(segmentsInRange(directory, {}))).toEqual([0, 1, 2])
  })
  it('lead a key to one segment, also where its number grows a digit', () => {
    expect(ids(segmentsWithKey(directory, '10000'))).toEqual([1])
    expect(ids(segmentsWithKey(directory, '9999'))).toEqual([0])
    expect(ids(segmentsWithKey(directory, '5'))).toEqual([])
  })
  it('lead no range to segments without any locator', () => {
    const unplaced = directoryOf([{ key: '1', data: { id: 1, verse_key: 'nowhere' } }])
    expect(ids(segmentsInRange(unplaced, chapterRange(2)))).toEqual([])
    expect(ids(segmentsInRange(unplaced, {}))).toEqual([0])
  })
  it('are held against what the resource keeps of them', () => {
    const ref = directoryRef(directory)
    expect(ref.rows).toBe(6)
    expect(directoryIsWhole(directory, ref)).toBe(true)
    expect(directoryIsWhole({ ...directory, segments: directory.segments.slice(1) }, ref)).toBe(false)
  })
})

describe('drafts', () => {
  it('keep their segments and directories in ranges of their own', () => {
    for (const draft of [1, 9, 10, 123_456]) {
      const [first, last] = directoryIdsOf(draft)
      for (const key of ['articles:1', 'translations:20', 'word_by_word_translations:9']) {
        const id = directoryId(draft, key, 'translation')
        expect([id > first, id < last]).toEqual([true, true])
        for (const other of [draft - 1, draft + 1]) {
          const [otherFirst, otherLast] = directoryIdsOf(other)
          expect(id > otherFirst && id < otherLast).toBe(false)
        }
      }
      const [firstSegment, lastSegment] = segmentIdsOf(draft)
      expect(segmentIdsOf(draft + 1)[0]).toBe(lastSegment + 1)
      expect(firstSegment).toBe(segmentId(draft, 0))
    }
  })
})

describe('digests', () => {
  it('tell apart what damage would mix up', () => {
    const texts = ['', 'a', 'b', 'ab', 'ba', 'a\u0000', '\u0000a']
    expect(new Set(texts.map((text) => digestOf(text))).size).toBe(texts.length)
    expect(digestOf('b', digestOf('a'))).not.toBe(digestOf('a', digestOf('b')))
  })
})
