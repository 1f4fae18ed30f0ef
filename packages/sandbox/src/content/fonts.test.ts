import type { JsonObject } from '@waraq/protocol'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSandbox } from '../index.ts'
import { readFont } from './font-file.test-support.ts'
import { fontOf } from './fonts.ts'

describe('the glyph mushaf', () => {
  /** Chapters 78 to 114 are on 23 pages, of which some hold several. */
  const chapters = Array.from({ length: 37 }, (_, index) => 78 + index)
  const sandbox = createSandbox({ content: { chapters, resources: 'mushafs:1,2' } })
  const rowsOf = (mushaf: number, type: string) =>
    sandbox.snapshotRows({ group: 'mushafs', id: mushaf })!.filter((row) => row['record_type'] === type)

  it('has the words, pages and lines of the first', () => {
    expect(sandbox.rowCounts('mushafs:2')).toEqual({
      mushaf: 1,
      mushaf_page: 23,
      font_asset: 23,
      mushaf_word: 2_872,
    })
    const placed = (row: JsonObject) => ({ ...row, id: Number(row['id']) % 100_000, mushaf_id: 0, text: '' })
    for (const type of ['mushaf_page', 'mushaf_word']) {
      const [text, glyphs] = [rowsOf(1, type), rowsOf(2, type)]
      expect(JSON.stringify(glyphs.map(placed)) === JSON.stringify(text.map(placed))).toBe(true)
      expect(new Set(glyphs.map((row) => row['mushaf_id']))).toEqual(new Set([2]))
    }
  })

  it('has a font for each page alone, which draws each of its words by a character of its own', () => {
    const textsOf = new Map<unknown, string[]>()
    for (const row of rowsOf(2, 'mushaf_word')) {
      const texts = textsOf.get(row['page_number']) ?? []
      textsOf.set(row['page_number'], [...texts, String(row['text'])])
    }
    const fonts = rowsOf(2, 'font_asset')
    expect(fonts.map((row) => row['page_number'])).toEqual([...textsOf.keys()])
    for (const row of fonts) {
      const bytes = fontOf(2, Number(row['page_number']))
      const { glyphOf } = readFont(bytes)
      const texts = textsOf.get(row['page_number'])!
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(row).toMatchObject({ sha256, byte_size: bytes.length })
      expect(texts.map(glyphOf)).toEqual(texts.map((_, index) => index + 1))
      expect(texts.every((text) => text.length === 1)).toBe(true)
    }
  })

  it('writes a word by the same character where only a part of its page is held', () => {
    const textOf = (row: JsonObject) => [row['word_id'], row['text']]
    const all = new Map(rowsOf(2, 'mushaf_word').map((row) => [row['word_id'], row['text']]))
    const part = createSandbox({ content: { chapters: [105, 112], resources: 'mushafs:2' } })
    const rows = part.snapshotRows('mushafs:2')!
    const words = rows.filter((row) => row['record_type'] === 'mushaf_word')
    expect(words[0]!['text']).not.toBe('\ue000')
    expect(words.map(textOf)).toEqual(words.map(({ word_id }) => [word_id, all.get(word_id!)]))
    const font = rows.find((row) => row['record_type'] === 'font_asset')!
    expect(rowsOf(2, 'font_asset')).toContainEqual(font)
  })
})
