/**
 * Fetches the names once and answers with them. A worker of its own, because names need a token and the page must not
 * hold one.
 */
import { createContentClient, relayTokens } from '@waraq/client'
import { isWaraqError, type CatalogueItem, type Chapter, type WaraqError } from '@waraq/contract'
import type { ReaderConfig } from '../config.ts'
import { meansUnreachable } from '../sync/problems.ts'
import { words } from '../words.ts'
import type { CatalogueAnswer, ChapterEntry, TranslationEntry } from './catalogue.ts'

function translationEntry(item: CatalogueItem): TranslationEntry {
  return {
    id: item.id,
    name: item.translated_name?.name ?? item.name ?? words.library.unlisted(item.id),
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

function failureOf(error: unknown): Pick<WaraqError, 'message' | 'code' | 'retryable'> {
  if (isWaraqError(error)) return error
  const message = error instanceof Error ? error.message : words.chapters.unknownProblem
  return { message, code: 'unknown', retryable: false }
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
    const { message, code, retryable } = failureOf(error)
    return { ok: false, message, unreachable: meansUnreachable(code, retryable) }
  }
}

addEventListener('message', async ({ data }: MessageEvent<ReaderConfig>) => {
  postMessage(await fetchCatalogue(data))
})
