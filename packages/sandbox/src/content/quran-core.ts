import type { JsonObject } from '@waraq/protocol'
import { generatedAt, type RowGenerator } from './generator.ts'
import { arabicChapters } from './source-text.ts'
import { verseMapping } from './verse-fields.ts'
import {
  bismillahPre,
  revelationOrder,
  revelationPlace,
  sajdahNumber,
  versesOf,
  type Verse,
} from './verses.ts'
import { wordsOf } from './words.ts'

/** The number of distinct values. */
const count = (verses: readonly Verse[], of: (verse: Verse) => number) => new Set(verses.map(of)).size

function chapterRow(chapter: number, verses: readonly Verse[]): JsonObject {
  const source = arabicChapters()[chapter - 1]!
  return {
    id: chapter,
    record_type: 'chapter',
    chapter_number: chapter,
    revelation_place: revelationPlace(source.type),
    revelation_order: revelationOrder(chapter),
    bismillah_pre: bismillahPre(chapter),
    name_simple: source.transliteration,
    name_complex: source.transliteration,
    name_arabic: source.name,
    verses_count: verses.length,
    rukus_count: count(verses, (verse) => verse.ruku),
    hizbs_count: count(verses, (verse) => verse.hizb),
    rub_el_hizbs_count: count(verses, (verse) => verse.rub),
    updated_at: generatedAt,
  }
}

function verseRow(verse: Verse): JsonObject {
  const sajdah = sajdahNumber(verse)
  return {
    id: verse.id,
    record_type: 'verse',
    chapter_id: verse.chapter,
    verse_number: verse.number,
    verse_index: verse.id,
    verse_key: verse.key,
    text_uthmani: arabicChapters()[verse.chapter - 1]!.verses[verse.number - 1]!.text,
    juz_number: verse.juz,
    hizb_number: verse.hizb,
    rub_el_hizb_number: verse.rub,
    ruku_number: verse.ruku,
    surah_ruku_number: verse.chapterRuku,
    manzil_number: verse.manzil,
    sajdah_type: sajdah === null ? null : 'recommended',
    sajdah_number: sajdah,
    words_count: wordsOf(verse).words.length,
    updated_at: generatedAt,
  }
}

/** A row for each part (such as a juz) that contains the verses, with those of its verses that the sandbox holds. */
function partRows(type: string, verses: readonly Verse[], partOf: (verse: Verse) => number): JsonObject[] {
  return [...new Set(verses.map(partOf))].map((part) => {
    const held = verses.filter((verse) => partOf(verse) === part)
    return {
      id: part,
      record_type: type,
      [`${type}_number`]: part,
      verse_mapping: verseMapping(held),
      first_verse_id: held[0]!.id,
      last_verse_id: held.at(-1)!.id,
      verses_count: held.length,
      updated_at: generatedAt,
    }
  })
}

/** The Arabic text: chapters, verses, juz, hizb and quarters. */
export const quranCoreRows: RowGenerator = ({ chapters }) => {
  const verses = versesOf(chapters)
  return [
    ...chapters.map((chapter) => chapterRow(chapter, versesOf([chapter]))),
    ...verses.map(verseRow),
    ...partRows('juz', verses, (verse) => verse.juz),
    ...partRows('hizb', verses, (verse) => verse.hizb),
    ...partRows('rub_el_hizb', verses, (verse) => verse.rub),
  ]
}
