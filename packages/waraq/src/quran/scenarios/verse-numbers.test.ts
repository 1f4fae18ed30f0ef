import { placeOfVerseId, verseCount, verseCountOf, verseIdAt } from '@waraq/protocol'
import { createSandbox } from '@waraq/sandbox'
import { describe, expect, it } from 'vitest'
import { juzRange } from '../readers/juz.ts'
import { keyOf, keysIn, placeOf } from '../readers/verse-key.ts'

interface VerseRow {
  readonly verse_id: number
  readonly verse_key: string
  readonly juz_number: number
}
const rows = createSandbox({ content: { resources: 'translations:20' } }).snapshotRows(
  'translations:20',
) as unknown as readonly VerseRow[]

describe('the order of verses', () => {
  it('is that of the service: the number of each verse in the whole text, and back', () => {
    expect(rows).toHaveLength(verseCount)
    for (const { verse_id: id, verse_key: key } of rows) {
      const place = placeOf(key)!
      expect([key, verseIdAt(place), keyOf(placeOfVerseId(id)!)]).toEqual([key, id, key])
    }
  })
  it('lists all verses of a range, over chapters too', () => {
    expect(keysIn({ from: 1001, to: 114_006 })).toEqual(rows.map((row) => row.verse_key))
    expect(keysIn({ from: 112_004, to: 114_001 })).toEqual([
      '112:4',
      '113:1',
      '113:2',
      '113:3',
      '113:4',
      '113:5',
      '114:1',
    ])
  })
  it('ends with the text', () => {
    expect([placeOfVerseId(0), placeOfVerseId(verseCount + 1), verseCountOf(0), verseCountOf(115)]).toEqual([
      undefined,
      undefined,
      0,
      0,
    ])
    expect(verseIdAt(2287)).toBe(verseIdAt(2286))
  })
})

describe('the table of juz', () => {
  it('says what the rows say', () => {
    for (let juz = 1; juz <= 30; juz++) {
      const { from, to } = juzRange(juz)
      const within = rows.filter(({ verse_key: key }) => placeOf(key)! >= from && placeOf(key)! <= to)
      expect([juz, within]).toEqual([juz, rows.filter((row) => row.juz_number === juz)])
    }
  })
})

describe('verse keys', () => {
  it.each(['', '2', '2:', ':255', '02:5', '2:05', '2:0', '0:1', '2:255 ', '2:1000', '2-255', 2255, null, {}])(
    'are not %o',
    (value) => expect(placeOf(value)).toBeUndefined(),
  )
})
