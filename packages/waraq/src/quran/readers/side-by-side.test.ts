import type { MushafWordRow, TafsirRow, TranslationRow, VerseRow } from '@waraq/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import { coreVerse } from './quran-core.ts'
import { mushafVerseWords } from './mushaf.ts'
import { sideBySide, type SideBySideOf, type SideBySidePart } from './side-by-side.ts'
import { tafsirPassage } from './tafsir.ts'
import { translationVerse } from './translation.ts'
import { openLibrary, refOf, rowsOf } from './library.test-support.ts'

const english = refOf('translations:20')
const french = refOf('translations:31')
const some = refOf('translations:901')
const commentary = refOf('tafsirs:169')
const core = refOf('quran_core:1')
const mushaf = refOf('mushafs:1')
const all: SideBySideOf = { translations: [french, english], tafsirs: [commentary], core, mushaf }

const added = {
  'translations:901': ['104:2', '105:1', '112:9'].map((key, id) => ({
    id: id + 1,
    verse_key: key,
    text: `some ${key}`,
    page_number: 601,
  })),
}

let bench: Bench
beforeAll(async () => {
  bench = await openLibrary('mushafs:1;quran_core:1;tafsirs:169;translations:20,31,901', { added })
})
afterAll(() => bench.close())

const ask = (of: SideBySideOf, part: SideBySidePart) => bench.store.query(sideBySide(of, part))
const rows = () => rowsOf<TranslationRow>(bench, 'translations:20')
const keysWhere = (wanted: (row: TranslationRow) => boolean) =>
  rows()
    .filter(wanted)
    .map((row) => row.verse_key)

describe('resources side by side', () => {
  it('have for each verse what the readers of each have', async () => {
    const verses = await ask(all, { from: '1:1', to: '114:6' })
    expect(verses.map(({ verseKey }) => verseKey)).toEqual(keysWhere(() => true))
    for (const verse of verses) {
      const [chapter, number] = verse.verseKey.split(':').map(Number)
      expect(verse).toEqual({
        verseKey: verse.verseKey,
        chapter,
        number,
        translations: [
          { ref: french, verse: await bench.store.query(translationVerse(french, verse.verseKey)) },
          { ref: english, verse: await bench.store.query(translationVerse(english, verse.verseKey)) },
        ],
        tafsirs: [
          { ref: commentary, passage: await bench.store.query(tafsirPassage(commentary, verse.verseKey)) },
        ],
        core: await bench.store.query(coreVerse(core, verse.verseKey)),
        words: await bench.store.query(mushafVerseWords(mushaf, verse.verseKey)),
      })
    }
  })
  it('come by range, chapter, juz and page', async () => {
    const keys = async (part: SideBySidePart, of = all) =>
      (await ask(of, part)).map(({ verseKey }) => verseKey)
    expect(await keys({ from: '104:9', to: '105:2' })).toEqual(['104:9', '105:1', '105:2'])
    expect(await keys({ chapter: 105 })).toEqual(keysWhere((row) => row.chapter_id === 105))
    expect(await keys({ juz: 30 })).toEqual(keysWhere((row) => row.juz_number === 30))
    const page = keysWhere((row) => row.page_number === 601)
    expect(page.length).toBeGreaterThan(3)
    expect(await keys({ page: 601 })).toEqual(page)
    expect(await keys({ page: 601 }, { mushaf })).toEqual(page)
    expect(await keys({ page: 601 }, { translations: [english] })).toEqual(page)
    expect(await keys({ page: 601 }, { tafsirs: [commentary] })).toEqual(page)
    expect(await keys({ page: 601 }, { translations: [refOf('translations:5'), english] })).toEqual(page)
    expect(await keys({ page: 300 })).toEqual([])
  })
  it('lack what one of them lacks', async () => {
    const verses = await ask({ translations: [some, english] }, { from: '104:1', to: '112:9' })
    expect(verses.map(({ verseKey }) => verseKey)).toEqual([
      ...keysWhere((row) => row.chapter_id === 104 || row.chapter_id === 105 || row.chapter_id === 112),
      '112:9',
    ])
    const texts = new Map(
      verses.map(({ verseKey, translations }) => [verseKey, translations.map(({ ref }) => ref.id)]),
    )
    expect(texts.get('104:1')).toEqual([20])
    expect(texts.get('104:2')).toEqual([901, 20])
    expect(texts.get('112:9')).toEqual([901])
    expect(verses.every((verse) => !('words' in verse) && verse.tafsirs.length === 0)).toBe(true)
  })
  it('have words alone, and texts about verses alone', async () => {
    const words = await ask({ mushaf }, { chapter: 112 })
    const expected = rowsOf<MushafWordRow>(bench, 'mushafs:1', 'mushaf_word').filter(
      ({ verse_id: id }) => id === 6222,
    )
    expect(words.map(({ verseKey }) => verseKey)).toEqual(['112:1', '112:2', '112:3', '112:4'])
    expect(words[0]).toMatchObject({ translations: [], tafsirs: [] })
    expect(words[0]!.words).toEqual(expected)
    // A row of the chapter before holds the text.
    const texts = await ask({ tafsirs: [commentary] }, { from: '105:2', to: '105:3' })
    const [row] = rowsOf<TafsirRow>(bench, 'tafsirs:169').filter(({ verse_key: key }) => key === '104:1')
    expect(texts.map(({ verseKey, tafsirs }) => [verseKey, tafsirs[0]!.passage.row])).toEqual([
      ['105:2', row],
      ['105:3', row],
    ])
  })
  it('have the Arabic text alone', async () => {
    const verses = await ask({ core }, { chapter: 112 })
    expect(verses.map(({ verseKey }) => verseKey)).toEqual(['112:1', '112:2', '112:3', '112:4'])
    expect(verses[0]).toMatchObject({ translations: [], tafsirs: [] })
    expect(verses[0]!.core!.text).toBe(
      rowsOf<VerseRow>(bench, 'quran_core:1', 'verse').find((row) => row.verse_key === '112:1')!.text_uthmani,
    )
    expect('words' in verses[0]!).toBe(false)
  })
  it('are nothing where all are absent', async () => {
    const absent = {
      translations: [refOf('translations:5')],
      tafsirs: [refOf('tafsirs:5')],
      core: refOf('quran_core:5'),
      mushaf: refOf('mushafs:5'),
    }
    expect(await ask(absent, { chapter: 1 })).toEqual([])
    expect(await ask(absent, { page: 1 })).toEqual([])
    expect(await ask({}, { juz: 1 })).toEqual([])
  })
})
