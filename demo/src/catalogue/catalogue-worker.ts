/**
 * Fetches the names once and answers with them. A worker of its own, because names need a token and the page must not
 * hold one.
 */
import { createContentClient, relayTokens } from '@waraq/client'
import type { CatalogueItem, Chapter } from '@waraq/contract'
import type { ReaderConfig } from '../config.ts'
import type { CatalogueAnswer, ChapterEntry, TranslationEntry } from './catalogue.ts'

function translationEntry(item: CatalogueItem): TranslationEntry {
  return {
    id: item.id,
    name: item.translated_name?.name ?? item.name ?? `Translation ${item.id}`,
    author: item.author_name ?? null,
    language: item.language_name ?? '',
  }
}

function chapterEntry(chapter: Chapter): ChapterEntry {
  const { revelation_place: place } = chapter
  return {
    id: chapter.id,
    name: chapter.name_simple,
    arabicName: chapter.name_arabic ?? '',
    meaning: chapter.translated_name?.name ?? '',
    verses: chapter.verses_count,
    place: place === 'makkah' || place === 'madinah' ? place : null,
    opensWithBismillah: chapter.bismillah_pre ?? false,
  }
}

async function fetchCatalogue({ contentRoot, relay }: ReaderConfig): Promise<CatalogueAnswer> {
  try {
    const client = createContentClient({ contentRoot, tokens: relayTokens(relay), retry: { attempts: 3 } })
    const [translations, chapters] = await Promise.all([
      client.catalogue('translations', { language: 'en' }),
      client.chapters({ language: 'en' }),
    ])
    const catalogue = {
      translations: translations.map(translationEntry).sort((a, b) => a.id - b.id),
      chapters: chapters.map(chapterEntry),
    }
    return { ok: true, catalogue }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'It is not known why.' }
  }
}

addEventListener('message', async ({ data }: MessageEvent<ReaderConfig>) => {
  postMessage(await fetchCatalogue(data))
})
