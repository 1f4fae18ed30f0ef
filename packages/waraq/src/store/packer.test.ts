import { describe, expect, it } from 'vitest'
import { firstLimits, Packer, segmentLimits } from './packer.ts'
import type { StoredRow } from './segment.ts'

const verse = (chapter: number, number: number, id: number): StoredRow => ({
  key: String(id),
  data: { id, verse_key: `${chapter}:${number}`, text: `verse ${number}` },
})

describe('segments', () => {
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
  it('begin small where a reader may wait for the first rows, and double until they are usual', () => {
    let id = 0
    const packer = new Packer('translation', () => id++, {
      ...segmentLimits,
      firstRows: firstLimits.rows,
    })
    const rows = Array.from({ length: 600 }, (_, index) => verse(2, index, index))
    const segments = [...rows.flatMap((row) => packer.push(row, 9) ?? []), packer.finish()!]
    expect(segments.map(({ summary }) => summary.count)).toEqual([16, 32, 64, 128, 256, 104])
  })
  it('are none where there was no row', () => {
    expect(new Packer('translation', () => 1).finish()).toBeUndefined()
  })
})
