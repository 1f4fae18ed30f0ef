import type { VerseRow } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { marksByVerse, verseBefore } from '../../demo/src/reading/verse/verse-marks.ts'
import { sampleResources } from '../../packages/sandbox/src/content/sample-resources.ts'

const { rows } = sampleResources.find(({ group }) => group === 'quran_core')!
const chapters = Array.from({ length: 114 }, (_, index) => index + 1)
const verses = rows({ seed: 1, id: 1, contentId: 1, chapters, audioOrigin: '' }).filter(
  (row) => row['record_type'] === 'verse',
) as unknown as VerseRow[]
const marks = marksByVerse(verses)
const countOf = (kind: string) => [...marks.values()].flat().filter((mark) => mark.kind === kind).length

describe('marks of verses', () => {
  it('are as many as the text has parts', () => {
    expect(countOf('juz')).toBe(30)
    // A hizb that begins with a juz is the juz; a quarter that begins with a hizb is the hizb.
    expect(countOf('hizb')).toBe(30)
    expect(countOf('rub_el_hizb')).toBe(180)
    expect(countOf('sajdah')).toBe(15)
    // Each chapter begins with one, without a mark.
    expect(countOf('ruku')).toBe(new Set(verses.map((row) => row.ruku_number)).size - chapters.length)
  })

  it.each([
    ['1:1', [{ kind: 'juz', number: 1 }]],
    [
      '2:142',
      [
        { kind: 'juz', number: 2 },
        { kind: 'ruku', number: 17 },
      ],
    ],
    ['2:26', [{ kind: 'rub_el_hizb', number: 2 }]],
    ['32:15', [{ kind: 'sajdah', number: null }]],
  ])('of %s', (verseKey, expected) => {
    expect(marks.get(verseKey)).toEqual(expected)
  })

  it('need the verse before, and rows that name the parts', () => {
    const [first, second] = verses.slice(141 + 6, 143 + 6) as [VerseRow, VerseRow]
    expect(marksByVerse([first]).size).toBe(0)
    const plain = { id: 1, verse_key: '2:142', text_uthmani: '' }
    expect(marksByVerse([{ ...plain, verse_key: '2:141' }, plain]).size).toBe(0)
    expect(marksByVerse([second]).size).toBe(0)
    // A text that is still downloading may have gaps.
    const [gap, juz2] = [verses[146]!, verses[148]!]
    expect([gap.verse_key, juz2.verse_key]).toEqual(['2:140', '2:142'])
    expect(marksByVerse([gap, juz2]).size).toBe(0)
  })

  it('are read from the rows of the text and the one verse before them', () => {
    expect(['2:5', '2:1', '1:1'].map(verseBefore)).toEqual(['2:4', '1:7', undefined])
    const chapter = verses.filter((row) => row.chapter_id === 2)
    const before = verses.filter((row) => row.verse_key === verseBefore('2:1'))
    for (const [key, found] of marksByVerse([...before, ...chapter])) expect(marks.get(key)).toEqual(found)
    expect(marksByVerse([...before, ...chapter]).size).toBe(
      chapter.filter((row) => marks.has(row.verse_key)).length,
    )
  })
})
