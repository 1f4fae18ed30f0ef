import type { ContentStore } from '../../store/read/content-store.ts'
import type { LocatorRange } from '../../store/manifest.ts'
import { describe, expect, it } from 'vitest'
import type { Searchable } from './searchable.ts'
import { readText, TextRows } from './text-rows.ts'

/** The rows of one resource as search reads them, from a store that notes what it is asked. */

interface Placed {
  readonly key: string
  readonly at: number
  readonly data: Record<string, unknown>
}

const verse = (chapter: number, number: number, text: string, rest: object = {}): Placed => ({
  key: `${chapter}-${number}`,
  at: 1_000 * chapter + number,
  data: { verse_key: `${chapter}:${number}`, text, ...rest },
})

function storeOf(rows: readonly Placed[], searchable: Partial<Searchable> = {}) {
  const asked: LocatorRange[] = []
  const store = {
    rows: async (_type: string, _ref: unknown, range: { from?: number; to?: number }) => {
      asked.push(range)
      return rows.filter(({ at }) => at >= (range.from ?? -Infinity) && at <= (range.to ?? Infinity))
    },
    row: async (_type: string, _ref: unknown, key: string) => rows.find((row) => row.key === key),
  } as unknown as ContentStore
  const what = {
    recordType: 'tafsir',
    fields: ['text'],
    plainFields: [],
    byVerse: true,
    ...searchable,
  } as unknown as Searchable
  return { asked, rows: new TextRows(store, { group: 'tafsirs', id: 169 }, what) }
}

describe('all rows', () => {
  const placed = [
    { ...verse(1, 1, 'before all'), at: 5 },
    verse(1, 1, 'a'),
    verse(30, 60, 'b'),
    verse(31, 1, 'c'),
    verse(35, 45, 'd'),
    verse(114, 6, 'e'),
    { ...verse(114, 6, 'after all'), at: 120_000 },
  ]

  it('come in pieces, each of them once, also those before and after all chapters', async () => {
    const { rows, asked } = storeOf(placed)
    const seen: string[] = []
    for await (const piece of rows.pieces()) seen.push(...piece.map(({ html }) => html))
    expect(seen).toEqual(['before all', 'a', 'b', 'c', 'd', 'e', 'after all'])
    expect(asked.length).toBeGreaterThan(30)
  })
  it('come at once where they are asked for so, or are no verses', async () => {
    const { rows, asked } = storeOf(placed)
    expect(await rows.all()).toHaveLength(placed.length)
    expect(asked).toEqual([{}])
    const articles = storeOf(placed, { byVerse: false })
    const pieces: number[] = []
    for await (const piece of articles.rows.pieces()) pieces.push(piece.length)
    expect(pieces).toEqual([placed.length])
  })
})

describe('rows of a group that all hold its text', () => {
  const group = { group_verse_key_from: '2:1', group_verse_key_to: '3:2' }
  const placed = [
    verse(2, 1, 'text', group),
    verse(2, 2, 'text', group),
    verse(2, 3, 'other', group),
    verse(2, 4, 'text'),
    // In another piece than the first one.
    verse(3, 1, 'text', group),
    verse(3, 2, 'text', { group_verse_key_from: '2:9' }),
  ]
  const once = ['text', '', 'other', 'text', '', 'text']

  it('are found once, read together or one by one, and by any of their verses', async () => {
    const { rows } = storeOf(placed)
    const read: string[] = []
    for await (const piece of rows.pieces()) read.push(...piece.map(({ html }) => html))
    expect(read).toEqual(once)
    expect((await rows.all()).map(({ html }) => html)).toEqual(once)
    const single = await Promise.all(placed.map(({ key }) => rows.row(key)))
    expect(single.map((row) => row!.html)).toEqual(once)
    const keys = await Promise.all(
      [1, 2, 3].map(async (each) => (await rows.verse({ chapter: 2, verse: each }))?.recordKey),
    )
    expect(keys).toEqual(['2-1', '2-1', '2-3'])
  })
})

describe('the row of a verse', () => {
  it('is its own, or that of the verse which it shares its text with', async () => {
    const shared = { group_verse_key_from: '2:1' }
    const { rows } = storeOf([
      verse(2, 1, 'text'),
      verse(2, 2, '', shared),
      verse(2, 3, ''),
      verse(2, 4, '', { group_verse_key_from: '2:9' }),
    ])
    const keyOf = async (chapter: number, number: number) =>
      (await rows.verse({ chapter, verse: number }))?.recordKey
    expect([
      await keyOf(2, 1),
      await keyOf(2, 2),
      await keyOf(2, 3),
      await keyOf(2, 4),
      await keyOf(3, 1),
    ]).toEqual(['2-1', '2-1', undefined, undefined, undefined])
  })
  it('is none of what has no verses', async () => {
    const { rows, asked } = storeOf([verse(2, 1, 'text')], { byVerse: false })
    expect(await rows.verse({ chapter: 2, verse: 1 })).toBeUndefined()
    expect(asked).toEqual([])
  })
})

describe('a row', () => {
  it('tells by its digest whether its text changed, and nothing else', async () => {
    const digestOf = async (row: Placed) => (await storeOf([row]).rows.row('1-1'))!.digest
    expect(await digestOf(verse(1, 1, 'a', { other: 1 }))).toBe(
      await digestOf(verse(1, 1, 'a', { other: 2 })),
    )
    expect(await digestOf(verse(1, 1, 'a'))).not.toBe(await digestOf(verse(1, 1, 'b')))
  })
  it('is also found by its plain text, which is not shown', async () => {
    const fields = { fields: ['text'], plainFields: ['text_imlaei', 'text_imlaei_simple'] }
    const data = { text: 'وَٱللَّيۡلِ إِذَا سَجَىٰ', text_imlaei_simple: 'والليل إذا سجا', text_imlaei: null }
    const { rows } = storeOf([{ key: '1-1', at: 0, data }], fields)
    const row = (await rows.row('1-1'))!
    const { text, words } = readText(row)
    expect(text).toBe(data.text)
    expect(words).toHaveLength(3)
    expect(words[2]!.forms).toContain('سجا')
    const other = storeOf([{ key: '1-1', at: 0, data: { ...data, text_imlaei_simple: 'والليل' } }], fields)
    expect((await other.rows.row('1-1'))!.digest).not.toBe(row.digest)
  })
  it('is read as text, with its words; it may have no verse', async () => {
    const { rows } = storeOf([{ key: 'x', at: 0, data: { text: '<p>Lord of <b>mercy</b></p>' } }])
    const row = (await rows.row('x'))!
    expect(row.verseKey).toBeNull()
    expect(readText(row).text).toBe('Lord of mercy')
    expect(readText(row).words).toHaveLength(3)
    expect(readText({ ...row, html: '<p>one</p>\n<p>two&nbsp; three</p>' }).text).toBe('one two three')
    expect(await rows.row('y')).toBeUndefined()
  })
})
