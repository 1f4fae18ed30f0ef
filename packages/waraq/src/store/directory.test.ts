import { describe, expect, it } from 'vitest'
import {
  directoryIsWhole,
  directoryRef,
  inRange,
  rowCount,
  segmentsInRange,
  segmentsWithKey,
  type DirectoryRecord,
} from './directory.ts'
import { chapterRange, verseLocator } from '@waraq/protocol'
import { packSegment, type StoredRow } from './segment.ts'

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
    expect(ref).toMatchObject({ id: 'd', recordType: 'translation', rows: 6 })
    expect(ref.size).toBe(directory.segments.reduce((sum, { size }) => sum + size, 0))
    expect([rowCount([ref, ref]), rowCount([])]).toEqual([12, 0])
    expect(directoryIsWhole(directory, ref)).toBe(true)
    expect(directoryIsWhole({ ...directory, segments: directory.segments.slice(1) }, ref)).toBe(false)
    expect(directoryIsWhole(directory, { ...ref, digest: ref.digest + 1 })).toBe(false)
    expect(directoryIsWhole(directory, { ...ref, rows: 7 })).toBe(false)
  })
})

describe('a range', () => {
  it('holds what lies between its bounds, these included; an open one holds everything', () => {
    expect(inRange(verseLocator(2, 286), chapterRange(2))).toBe(true)
    expect(inRange(verseLocator(3, 1), chapterRange(2))).toBe(false)
    expect(inRange(2003, { from: 2003, to: 2003 })).toBe(true)
    expect(inRange(2003, { from: 2004 })).toBe(false)
    expect(inRange(2003, { to: 2002 })).toBe(false)
    expect(inRange(null, chapterRange(2))).toBe(false)
    expect(inRange(null, {})).toBe(true)
  })
})
