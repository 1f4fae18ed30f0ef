import type { JsonObject } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { createSandbox } from '../index.ts'
import { smallSandbox } from '../service-client.test-support.ts'
import { tafsirGroups } from './tafsir-groups.ts'
import { allVerses } from './verses.ts'
import { splitWords } from './words.ts'

const chapterOf = (key: unknown) => String(key).split(':')[0]
const crosses = (row: JsonObject) =>
  chapterOf(row['group_verse_key_from']) !== chapterOf(row['group_verse_key_to'])

describe('full content', () => {
  const sandbox = createSandbox()

  it('has as many rows as the live service', () => {
    for (const id of [20, 31, 131])
      expect(sandbox.rowCounts({ group: 'translations', id })).toEqual({ translation: 6_236 })
    expect(sandbox.rowCounts('mushafs:1')).toEqual({
      mushaf: 1,
      mushaf_page: 604,
      font_asset: 605,
      mushaf_word: 83_665,
    })
    expect(sandbox.rowCounts('quran_core:1')).toEqual({
      chapter: 114,
      verse: 6_236,
      juz: 30,
      hizb: 60,
      rub_el_hizb: 240,
    })
    expect(sandbox.rowCounts('word_by_word_transliterations:60')).toEqual({ word_transliteration: 77_429 })
    expect(sandbox.rowCounts('recitations:7')).toEqual({ audio_file: 6_236, chapter_audio_file: 114 })
    expect(sandbox.rowCounts('chapter_recitations:1')).toEqual({ chapter_audio_file: 114 })
    expect(sandbox.rowCounts('chapter_recitations:7')).toEqual({
      chapter_audio_file: 114,
      audio_segment: 6_236,
    })
    const words = sandbox.rowCounts('word_by_word_translations:59')['word_translation']
    expect(words).toBeGreaterThan(77_429)
  })

  it('has the Arabic text, and its parts without gap or overlap', () => {
    const rows = sandbox.snapshotRows('quran_core:1')!
    const of = (type: string) => rows.filter((row) => row['record_type'] === type)
    expect(of('verse').map((row) => row['verse_index'])).toEqual(of('verse').map((_, index) => index + 1))
    expect(of('verse')[261]).toMatchObject({ verse_key: '2:255', juz_number: 3, sajdah_number: null })
    expect(of('verse').filter((row) => row['sajdah_number'] !== null)).toHaveLength(15)
    expect(of('chapter')[8]).toMatchObject({
      name_simple: 'At-Tawbah',
      bismillah_pre: false,
      verses_count: 129,
    })
    expect(of('juz')[1]).toMatchObject({ verse_mapping: { 2: '142-252' }, verses_count: 111 })
    for (const type of ['juz', 'hizb', 'rub_el_hizb']) {
      let next = 1
      for (const row of of(type)) {
        expect(row['first_verse_id']).toBe(next)
        next = Number(row['last_verse_id']) + 1
      }
      expect(next).toBe(6_237)
    }
  })

  it('has tafsirs whose verses share texts', () => {
    const rows = sandbox.snapshotRows('tafsirs:169')!
    expect(rows).toHaveLength(6_236)
    expect(rows.filter((row) => row['text'] === '')).toHaveLength(4_340)
    const ranges = rows
      .filter(crosses)
      .map((row) => `${row['group_verse_key_from']} ${row['group_verse_key_to']}`)
    expect(new Set(ranges).size).toBe(14)
    expect(ranges).toContain('104:1 105:5')
    const bytes = JSON.stringify(rows).length
    expect(bytes).toBeGreaterThan(11_000_000)
    expect(bytes).toBeLessThan(13_500_000)
    for (const row of rows) {
      const isFirst = row['verse_key'] === row['group_verse_key_from']
      if (isFirst === (row['text'] === '')) expect.unreachable(String(row['verse_key']))
    }
  })

  it.each([
    [20, 'english', /Allah/],
    [31, 'french', /Allah/],
    [131, 'english', /^Sandbox text/],
  ])('has the translation %i in the language that it has at the service', (id, language, text) => {
    const row = sandbox.snapshotRows(`translations:${id}`)![0]!
    expect([row['language_name'], text.test(String(row['text']))]).toEqual([language, true])
  })

  it('has others if they are named, and texts that the service lacks under ids that it has not', () => {
    const named = createSandbox({ content: { chapters: [112], resources: 'translations:56,109,161,9161' } })
    const found = named.resources.map(({ id }) => {
      const [row] = named.snapshotRows(`translations:${id}`)!
      return [id, row!['language_name'], String(row!['text']).startsWith('Sandbox text')]
    })
    expect(found).toEqual([
      [56, 'chinese', true],
      [109, 'chinese', false],
      [161, 'bengali', true],
      [9161, 'bengali', false],
    ])
  })

  it('has mushaf words in reading order by page, and misplaced in lines on 227 pages', () => {
    const words = sandbox.snapshotRows('mushafs:1')!.filter((row) => row['record_type'] === 'mushaf_word')
    const byPage = groupByPage(words)
    expect(byPage.size).toBe(604)
    let misplaced = 0
    for (const page of byPage.values()) {
      expect(page.map((row) => row['position_in_page'])).toEqual(page.map((_, index) => index + 1))
      const places = page.map((row) => Number(row['line_number']) * 1_000 + Number(row['position_in_line']))
      expect(new Set(places).size).toBe(page.length)
      expect(Math.max(...page.map((row) => Number(row['line_number'])))).toBeLessThanOrEqual(15)
      if (places.some((place, index) => index > 0 && place < places[index - 1]!)) misplaced += 1
    }
    expect(misplaced).toBe(227)
    expect(words.map((row) => row['word_id'])).toEqual(words.map((_, index) => index + 1))
  })

  it.each([
    // The last word of each line, by its verse and its position there; line 1 has the surah's name, line 2 of page 2 the basmala.
    [1, 2, ['1:1 5', '1:2 5', '1:4 4', '1:6 1', '1:7 3', '1:7 7', '1:7 10']],
    [2, 3, ['2:2 6', '2:3 5', '2:4 4', '2:4 13', '2:5 6', '2:5 9']],
  ])('has page %i in the lines of the print', (page, first, ends) => {
    const words = sandbox
      .snapshotRows('mushafs:1')!
      .filter((row) => row['record_type'] === 'mushaf_word' && row['page_number'] === page)
    const lines = new Map<number, typeof words>()
    for (const row of words)
      lines.set(Number(row['line_number']), [...(lines.get(Number(row['line_number'])) ?? []), row])
    expect([...lines.keys()]).toEqual(ends.map((_, line) => first + line))
    const firstOf = page === 1 ? 0 : 7
    expect(
      [...lines.values()].map((line) => {
        const last = line.at(-1)!
        return `${page}:${Number(last['verse_id']) - firstOf} ${Number(last['position_in_verse'])}`
      }),
    ).toEqual(ends)
  })

  it('has a time for each word of the Arabic text, in files of verses and of chapters', () => {
    const words = sandbox.rowCounts('word_by_word_transliterations:60')['word_transliteration']
    for (const key of ['recitations:1', 'recitations:7', 'chapter_recitations:7']) {
      const times = sandbox.snapshotRows(key)!.flatMap(({ segments }) => (segments as unknown[]) ?? [])
      expect([key, times.length]).toEqual([key, words])
    }
  })

  it('has words of one numbering', () => {
    const mushaf = new Map(
      sandbox
        .snapshotRows('mushafs:1')!
        .filter((row) => row['char_type_name'] === 'word')
        .map((row) => [row['word_id'], row]),
    )
    const latin = sandbox.snapshotRows('word_by_word_transliterations:60')!
    const english = sandbox.snapshotRows('word_by_word_translations:59')!
    expect(new Set(latin.map((row) => row['word_id']))).toEqual(new Set(mushaf.keys()))
    expect(new Set(english.map((row) => row['word_id']))).toEqual(new Set(mushaf.keys()))
    expect(latin.every((row) => row['text'] !== '')).toBe(true)
    expect(new Set(english.map((row) => row['priority']))).toEqual(new Set([1, 2]))
  })
})

function groupByPage(rows: readonly JsonObject[]): Map<unknown, JsonObject[]> {
  const pages = new Map<unknown, JsonObject[]>()
  for (const row of rows) {
    const page = pages.get(row['page_number'])
    if (page) page.push(row)
    else pages.set(row['page_number'], [row])
  }
  return pages
}

describe('smaller content', () => {
  it('holds the rows of its chapters under the same ids', () => {
    const rows = smallSandbox().snapshotRows('translations:20')!
    expect(rows).toHaveLength(36)
    const whole = createSandbox({ content: { resources: 'translations:20' } })
    expect(whole.resources).toEqual([{ group: 'translations', id: 20, public: true }])
    expect(whole.snapshotRows('translations:20')).toEqual(expect.arrayContaining([...rows]))
  })

  it('has the group that crosses from 104 to 105', () => {
    const rows = smallSandbox().snapshotRows('tafsirs:169')!
    expect(rows.find((row) => row['verse_key'] === '104:1')).toMatchObject({ group_verses_count: 14 })
    expect(rows.find((row) => row['verse_key'] === '105:5')).toMatchObject({
      text: '',
      start_verse_id: 6_180,
    })
  })

  it('depends on the seed only', () => {
    const rows = (seed: number) => JSON.stringify(smallSandbox({ seed }).snapshotRows('tafsirs:168'))
    expect(rows(1)).toBe(rows(1))
    expect(rows(1)).not.toBe(rows(2))
  })

  it('is made once for sandboxes that hold the same, and one sandbox changes it for itself only', () => {
    const [one, other] = [smallSandbox(), smallSandbox()]
    const [before, key] = [one.snapshotRows('translations:20')!, 'translations:20']
    expect(other.snapshotRows(key)).toBe(before)
    const texts = before.map((row) => row['text'])
    one.publish([{ resource: key, update: { key: Number(before[0]!['id']), text: 'Changed' } }])
    expect(one.snapshotRows(key)![0]!['text']).toBe('Changed')
    expect(other.snapshotRows(key)!.map((row) => row['text'])).toEqual(texts)
    expect(createSandbox({ content: 'small', seed: 2 }).snapshotRows(key)).not.toBe(before)
  })

  it.each([
    [undefined, []],
    ['mushafs:*', []],
    ['mushafs:*;mushafs:2', []],
    ['translations:2', []],
    ['mushafs:2', [2]],
    ['translations:20;mushafs:2,1', [1, 2]],
  ])('has the glyph mushaf where a filter names its id alone: %s', (resources, ids) => {
    const { resources: held } = createSandbox({ content: { chapters: [1], resources } })
    const other = resources === undefined || resources.includes('*') ? [1] : []
    expect(held.filter(({ group }) => group === 'mushafs').map(({ id }) => id)).toEqual([...other, ...ids])
  })

  it('refuses what does not exist', () => {
    expect(() => createSandbox({ content: { chapters: [115] } })).toThrow('no chapter 115')
    expect(() => createSandbox({ content: { resources: 'translations' } })).toThrow('colon')
  })
})

describe('parts', () => {
  it('numbers all verses', () => {
    const verses = allVerses()
    expect(verses).toHaveLength(6_236)
    expect(verses[0]).toMatchObject({ key: '1:1', juz: 1, hizb: 1, rub: 1, page: 1, ruku: 1, chapterRuku: 1 })
    expect(verses.at(-1)).toMatchObject({ key: '114:6', juz: 30, hizb: 60, rub: 240, manzil: 7, page: 604 })
    expect(verses[261]).toMatchObject({ key: '2:255', page: 42, juz: 3 })
  })

  it.each([1, 2, 3, 4, 5])('cuts the verses into groups without gap or overlap, seed %i', (seed) => {
    const groups = tafsirGroups(seed, 169)
    expect(groups).toHaveLength(1_896)
    let next = 1
    for (const { first, last } of groups) {
      expect(first).toBe(next)
      next = last + 1
    }
    expect(next).toBe(6_237)
    const chapter = (id: number) => allVerses()[id - 1]!.chapter
    expect(groups.filter(({ first, last }) => chapter(first) !== chapter(last))).toHaveLength(14)
  })

  it('drops marks that stand alone', () => {
    expect(splitWords('ذَٰلِكَ ۛ ٱلۡكِتَٰبُ ۞ ۝ ')).toHaveLength(2)
  })
})
