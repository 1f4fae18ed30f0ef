import { type JsonObject, chapterRange, pageRange, verseLocator } from '@waraq/protocol'
import { seeded } from '@waraq/test-support/random'
import { datasets, type DatasetName } from '../node/datasets.ts'
import type { Service } from '../node/service.ts'
import type { Read, ReadSeries, Stretch } from '../page/protocol.ts'

/** Kinds of reads by resource; each is a row of the report, cold and warm. */
export const readKinds = {
  translation: ['a row by key', 'a verse', 'chapter 2', 'all'],
  mushaf: ['a row by key', 'a page', 'a chapter', 'all'],
} as const satisfies Record<DatasetName, readonly string[]>

const singleReads = 60
const stretchReads = 20
const wholeReads = 3

const whole = (row: JsonObject | undefined, field: string) => Number(row?.[field])

/** Rows that follow each other by id as well as by place: then a range of the primary key is the best a plain store can do. */
function stretchRead(
  rows: readonly JsonObject[],
  stretch: Omit<Stretch, 'ids' | 'recordType'>,
  recordType: string,
): Read {
  const ids = [whole(rows[0], 'id'), whole(rows.at(-1), 'id')] as const
  if (ids[1] - ids[0] !== rows.length - 1) throw new Error('ids of neighbouring rows have gaps')
  return { kind: 'stretch', stretch: { ...stretch, recordType, ids }, rows: rows.length }
}

function groupBy(rows: readonly JsonObject[], field: string): Map<number, JsonObject[]> {
  const groups = new Map<number, JsonObject[]>()
  for (const row of rows) {
    const group = groups.get(whole(row, field))
    if (group) group.push(row)
    else groups.set(whole(row, field), [row])
  }
  return groups
}

function several<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}

export function readSeries(service: Service, dataset: DatasetName, seed: number): ReadSeries[] {
  const random = seeded(seed)
  const verses = service.sandbox.snapshotRows(datasets.translation) ?? []
  const { recordType } = datasets[dataset]
  const rows = dataset === 'translation' ? verses : wordRows(service)
  const rowByKey = (): Read => {
    return { kind: 'row', name: { recordType, id: whole(random.pick(rows), 'id') } }
  }
  const all: Read = { kind: 'all', recordType, rows: rows.length }
  return [
    { name: 'a row by key', statistic: 'median', reads: several(singleReads, rowByKey) },
    ...(dataset === 'translation' ? translationSeries(verses, random) : mushafSeries(rows, verses, random)),
    { name: 'all', statistic: 'median', reads: several(wholeReads, () => all) },
  ]
}

function wordRows(service: Service): JsonObject[] {
  const rows = service.sandbox.snapshotRows(datasets.mushaf) ?? []
  return rows.filter((row) => row['record_type'] === datasets.mushaf.recordType)
}

type Random = ReturnType<typeof seeded>

function translationSeries(verses: readonly JsonObject[], random: Random): ReadSeries[] {
  const recordType = datasets.translation.recordType
  const verse = (): Read => {
    const row = random.pick(verses)
    const id = whole(row, 'verse_id')
    const place = verseLocator(whole(row, 'chapter_id'), whole(row, 'verse_number'))
    return stretchRead(
      [row],
      { index: { path: 'verse_id', from: id, to: id }, locators: [place, place] },
      recordType,
    )
  }
  const { from, to } = chapterRange(2)
  const chapter = stretchRead(
    verses.filter((row) => row['chapter_id'] === 2),
    { index: { path: 'chapter_id', from: 2, to: 2 }, locators: [from, to] },
    recordType,
  )
  return [
    { name: 'a verse', statistic: 'median', reads: several(singleReads, verse) },
    { name: 'chapter 2', statistic: 'median', reads: several(stretchReads, () => chapter) },
  ]
}

function mushafSeries(
  words: readonly JsonObject[],
  verses: readonly JsonObject[],
  random: Random,
): ReadSeries[] {
  const recordType = datasets.mushaf.recordType
  const pages = groupBy(words, 'page_number')
  const page = (): Read => {
    const number = 1 + random.int(pages.size)
    const { from, to } = pageRange(number)
    const path = '[record_type+page_number]'
    return stretchRead(
      pages.get(number) ?? [],
      { index: { path, from: [recordType, number], to: [recordType, number] }, locators: [from, to] },
      recordType,
    )
  }
  const chapters = groupBy(verses, 'chapter_id')
  /** Chapters begin in the middle of pages: read by page, narrowed by verse. */
  const chapter = (): Read => {
    const own = chapters.get(1 + random.int(chapters.size)) ?? []
    const [first, last] = [whole(own[0], 'verse_id'), whole(own.at(-1), 'verse_id')]
    const rows = words.filter((row) => whole(row, 'verse_id') >= first && whole(row, 'verse_id') <= last)
    return stretchRead(
      rows,
      {
        index: { path: '[record_type+verse_id]', from: [recordType, first], to: [recordType, last] },
        locators: [
          pageRange(whole(rows[0], 'page_number')).from,
          pageRange(whole(rows.at(-1), 'page_number')).to,
        ],
        within: { field: 'verse_id', from: first, to: last },
      },
      recordType,
    )
  }
  return [
    { name: 'a page', statistic: 'median', reads: several(stretchReads, page) },
    { name: 'a chapter', statistic: 'mean', reads: several(stretchReads, chapter) },
  ]
}
