import type { ResourceKey, TranslationRow } from '@waraq/contract'
import { chapterRange, type ContentStore } from '@waraq/engine'
import { readArabicVerses, readPages, type ArabicVerse } from './arabic-text.ts'

/** A chapter as the page shows it: whatever of it is on this device. */
export interface ChapterContent {
  readonly verses: readonly VerseContent[]
  /** The opening formula, which is the first verse of the first chapter. */
  readonly bismillah: ArabicVerse | null
  /** Translations that are on this device, in the order in which they are shown. */
  readonly translations: readonly ResourceKey[]
}

export interface VerseContent {
  /** Such as `2:255`. */
  readonly key: string
  readonly number: number
  readonly arabic: ArabicVerse | null
  readonly translations: readonly VerseTranslation[]
}

export interface VerseTranslation {
  readonly resource: ResourceKey
  readonly id: number
  readonly row: TranslationRow
}

function numberOf(verseKey: string): number {
  return Number(verseKey.slice(verseKey.indexOf(':') + 1))
}

async function readTranslations(store: ContentStore, chapter: number) {
  const installed = (await store.resources()).filter(
    ({ ref, status }) => ref.group === 'translations' && status === 'installed',
  )
  return Promise.all(
    installed.map(async ({ key, ref }) => ({
      key,
      id: ref.id,
      rows: await store.rows('translation', ref, chapterRange(chapter)),
    })),
  )
}

/** Made to be run by `store.live`: it reads everything from the store and remembers nothing. */
export async function readChapter(store: ContentStore, chapter: number): Promise<ChapterContent> {
  const pages = await readPages(store)
  const [translations, arabic, opening] = await Promise.all([
    readTranslations(store, chapter),
    readArabicVerses(store, pages, chapter),
    readArabicVerses(store, pages, 1),
  ])
  const byVerse = new Map<string, VerseTranslation[]>([...arabic.keys()].map((key) => [key, []]))
  for (const { key: resource, id, rows } of translations) {
    for (const { data: row } of rows) {
      const verse = byVerse.get(row.verse_key)
      if (verse) verse.push({ resource, id, row })
      else byVerse.set(row.verse_key, [{ resource, id, row }])
    }
  }
  const verses = [...byVerse].map(([key, texts]) => {
    return { key, number: numberOf(key), arabic: arabic.get(key) ?? null, translations: texts }
  })
  return {
    verses: verses.filter(({ key }) => key.startsWith(`${chapter}:`)).sort((a, b) => a.number - b.number),
    bismillah: opening.get('1:1') ?? null,
    translations: translations.map(({ key }) => key),
  }
}
