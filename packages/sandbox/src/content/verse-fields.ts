import { generatedAt, type GeneratorContext } from './generator.ts'
import type { Verse } from './verses.ts'

/** The distance between the row ids of two resources. It exceeds the number of verses, so that no two rows share an id. */
const idsPerResource = 10_000

export function verseRowId(resourceId: number, verse: Verse): number {
  return resourceId * idsPerResource + verse.id
}

/** `{"2": "1-5"}`: the verses by chapter, in order and without gaps. */
export function verseMapping(verses: readonly Verse[]): Record<string, string> {
  const mapping: Record<string, string> = {}
  for (const chapter of new Set(verses.map((verse) => verse.chapter))) {
    const numbers = verses.filter((verse) => verse.chapter === chapter).map((verse) => verse.number)
    mapping[chapter] = `${numbers[0]}-${numbers.at(-1)}`
  }
  return mapping
}

/** The fields before the text of a translation or tafsir row. */
export function verseHead(context: GeneratorContext, verse: Verse) {
  return {
    id: verseRowId(context.id, verse),
    resource_id: context.id,
    resource_content_id: context.contentId,
    verse_id: verse.id,
    verse_key: verse.key,
    chapter_id: verse.chapter,
    verse_number: verse.number,
  }
}

/** The fields after the text: the location of the verse. */
export function verseTail(verse: Verse) {
  return {
    juz_number: verse.juz,
    hizb_number: verse.hizb,
    rub_el_hizb_number: verse.rub,
    manzil_number: verse.manzil,
    ruku_number: verse.ruku,
    surah_ruku_number: verse.chapterRuku,
    page_number: verse.page,
    updated_at: generatedAt,
  }
}
