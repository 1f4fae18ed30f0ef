import type { TafsirRow } from '@waraq/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import { tafsirChapter, tafsirPassage } from './tafsir.ts'
import { openLibrary, refOf, rowsOf } from './library.test-support.ts'
import { keysIn, placeOf } from './verse-key.ts'

const commentary = refOf('tafsirs:169')
const bare = refOf('tafsirs:901')
const gaps = refOf('tafsirs:902')

let id = 0
const row = (verseKey: string, text: string | null, group?: readonly [from: string, to: string]) => ({
  id: ++id,
  verse_key: verseKey,
  text,
  ...(group ? { group_verse_key_from: group[0], group_verse_key_to: group[1] } : {}),
  added_since: { kept: true },
})
const verses = (chapter: number, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${chapter}:${from + index}`)

const added = {
  // No row names its group; one text is about 2:240 to 3:5.
  'tafsirs:901': [
    row('2:239', 'before'),
    row('2:240', 'long'),
    ...[...verses(2, 241, 286), ...verses(3, 1, 5)].map((key) => row(key, key.endsWith('4') ? null : '')),
    row('3:6', 'after'),
    row('3:7', ''),
  ],
  // Most rows of the groups are missing, and the text of one group.
  'tafsirs:902': [
    row('2:1', 'one', ['2:1', '2:100']),
    row('2:50', '', ['2:1', '2:100']),
    row('2:101', 'two', ['2:101', '3:2']),
    row('3:9', '', ['3:8', '3:9']),
    row('3:10', 'open'),
  ],
}

let bench: Bench
beforeAll(async () => {
  bench = await openLibrary('tafsirs:169,901,902', { content: { chapters: [2, 3, 104, 105, 114] }, added })
})
afterAll(() => bench.close())

const passage = (ref: typeof bare, key: string) => bench.store.query(tafsirPassage(ref, key))
const chapter = (ref: typeof bare, number: number) => bench.store.query(tafsirChapter(ref, number))

describe('the text about a verse', () => {
  it('is that of its group, for every verse there is', async () => {
    const rows = rowsOf<TafsirRow>(bench, 'tafsirs:169')
    const byKey = new Map(rows.map((each) => [each.verse_key, each]))
    for (const { verse_key: key, group_verse_key_from: from, group_verse_key_to: to } of rows) {
      const first = byKey.get(from!)!
      expect(await passage(commentary, key)).toEqual({
        text: first.text,
        from,
        to,
        verseKeys: keysIn({ from: placeOf(from)!, to: placeOf(to)! }),
        row: first,
      })
    }
  })
  it('may stand in the chapter before', async () => {
    const crossing = await passage(commentary, '105:3')
    expect(crossing).toMatchObject({ from: '104:1', to: '105:5', row: { verse_key: '104:1' } })
    expect(crossing!.text.length).toBeGreaterThan(100)
    expect(crossing!.verseKeys).toHaveLength(14)
  })
  it('is found where no row names its group', async () => {
    for (const key of ['2:240', '2:241', '2:286', '3:1', '3:5'])
      expect([key, await passage(bare, key)]).toMatchObject([key, { text: 'long', from: '2:240', to: '3:5' }])
    expect(await passage(bare, '2:239')).toMatchObject({ text: 'before', from: '2:239', to: '2:239' })
    expect(await passage(bare, '3:7')).toMatchObject({ text: 'after', from: '3:6', to: '3:7' })
    expect(await passage(bare, '2:238')).toBeUndefined()
    expect(await passage(bare, '3:8')).toBeUndefined()
  })
  it('is found where the row of the verse is missing, and not where the text itself is', async () => {
    for (const key of ['2:1', '2:2', '2:50', '2:100'])
      expect([key, await passage(gaps, key)]).toMatchObject([key, { text: 'one', to: '2:100' }])
    for (const key of ['2:101', '2:286', '3:1', '3:2'])
      expect([key, await passage(gaps, key)]).toMatchObject([key, { text: 'two', from: '2:101', to: '3:2' }])
    for (const key of ['1:7', '3:3', '3:8', '3:9', '3:11', '114:6'])
      expect([key, await passage(gaps, key)]).toEqual([key, undefined])
  })
  it('comes with its row as it was received', async () => {
    expect((await passage(gaps, '2:2'))!.row).toEqual(added['tafsirs:902'][0])
  })
})

describe('the texts of a chapter', () => {
  it('come each once, in order', async () => {
    const texts = rowsOf<TafsirRow>(bench, 'tafsirs:169').filter((each) => each.text)
    for (const number of [2, 3, 104, 114]) {
      const expected = texts.filter((each) => each.chapter_id === number)
      const reaching = texts.filter(
        (each) => each.chapter_id !== number && each.group_verse_key_to!.startsWith(`${number}:`),
      )
      const found = await chapter(commentary, number)
      expect(found.map((each) => each.row)).toEqual([...reaching, ...expected])
      expect(found.map(({ from, to }) => [from, to])).toEqual(
        [...reaching, ...expected].map((each) => [each.group_verse_key_from, each.group_verse_key_to]),
      )
    }
  })
  it('are those that begin in the chapter before, too', async () => {
    expect(await chapter(commentary, 105)).toMatchObject([{ from: '104:1', to: '105:5' }])
  })
  it('reach on where no row says how far', async () => {
    expect((await chapter(bare, 2)).map(({ text, from, to }) => [text, from, to])).toEqual([
      ['before', '2:239', '2:239'],
      ['long', '2:240', '3:5'],
    ])
    expect((await chapter(bare, 3)).map(({ text, from, to }) => [text, from, to])).toEqual([
      ['long', '2:240', '3:5'],
      ['after', '3:6', '3:7'],
    ])
  })
  it('are found where rows are missing', async () => {
    expect((await chapter(gaps, 2)).map(({ text }) => text)).toEqual(['one', 'two'])
    expect((await chapter(gaps, 3)).map(({ text }) => text)).toEqual(['two', 'open'])
    expect(await chapter(gaps, 4)).toEqual([])
  })
})
