import { describe, expect, it } from 'vitest'
import {
  manifestIsWhole,
  manifestRef,
  inRange,
  rowCount,
  segmentsInRange,
  segmentsWithKey,
  type ManifestRecord,
} from './manifest.ts'
import { chapterRange, verseLocator } from '@waraq/protocol'
import { packSegment, type StoredRow } from './segment.ts'

const verse = (chapter: number, number: number, id: number): StoredRow => ({
  key: String(id),
  data: { id, verse_key: `${chapter}:${number}`, text: `verse ${number}` },
})

function manifestOf(...segments: StoredRow[][]): ManifestRecord {
  return {
    id: 'd',
    resource: 'translations:20',
    recordType: 'translation',
    segments: segments.map((rows, index) => packSegment(index, 'translation', rows).summary),
  }
}

describe('manifests', () => {
  const manifest = manifestOf(
    [verse(1, 1, 9998), verse(1, 7, 9999)],
    [verse(2, 1, 10000), verse(2, 90, 10089)],
    [verse(2, 91, 10090), verse(3, 1, 10286)],
  )
  const ids = (segments: { id: number }[]) => segments.map(({ id }) => id)

  it('lead a range to the segments that can hold it', () => {
    expect(ids(segmentsInRange(manifest, chapterRange(2)))).toEqual([1, 2])
    expect(ids(segmentsInRange(manifest, { from: verseLocator(2, 50), to: verseLocator(2, 60) }))).toEqual([
      1,
    ])
    expect(ids(segmentsInRange(manifest, { from: verseLocator(4, 1) }))).toEqual([])
    expect(ids(segmentsInRange(manifest, { to: verseLocator(1, 3) }))).toEqual([0])
    expect(ids(segmentsInRange(manifest, {}))).toEqual([0, 1, 2])
  })
  it('lead a key to one segment, also where its number grows a digit', () => {
    expect(ids(segmentsWithKey(manifest, '10000'))).toEqual([1])
    expect(ids(segmentsWithKey(manifest, '9999'))).toEqual([0])
    expect(ids(segmentsWithKey(manifest, '5'))).toEqual([])
  })
  it('lead no range to segments without any locator', () => {
    const unplaced = manifestOf([{ key: '1', data: { id: 1, verse_key: 'nowhere' } }])
    expect(ids(segmentsInRange(unplaced, chapterRange(2)))).toEqual([])
    expect(ids(segmentsInRange(unplaced, {}))).toEqual([0])
  })
  it('are held against what the resource keeps of them', () => {
    const ref = manifestRef(manifest)
    expect(ref).toMatchObject({ id: 'd', recordType: 'translation', rows: 6 })
    expect(ref.size).toBe(manifest.segments.reduce((sum, { size }) => sum + size, 0))
    expect([rowCount([ref, ref]), rowCount([])]).toEqual([12, 0])
    expect(manifestIsWhole(manifest, ref)).toBe(true)
    expect(manifestIsWhole({ ...manifest, segments: manifest.segments.slice(1) }, ref)).toBe(false)
    expect(manifestIsWhole(manifest, { ...ref, digest: ref.digest + 1 })).toBe(false)
    expect(manifestIsWhole(manifest, { ...ref, rows: 7 })).toBe(false)
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
