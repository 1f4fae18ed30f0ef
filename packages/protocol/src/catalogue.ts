import * as z from 'zod/mini'
import { list, nullish } from './json.ts'

/**
 * The older read API under the same root. It has the names and authors that snapshots lack. Only the feed is authoritative
 * about which resources exist.
 */
const translatedName = z.looseObject({ name: z.string(), language_name: nullish(z.string()) })

export const CatalogueItem = z.looseObject({
  id: z.int(),
  name: nullish(z.string()),
  author_name: nullish(z.string()),
  /** Recitations only. */
  reciter_name: nullish(z.string()),
  /** Recitations and chapter reciters; shape unknown. */
  style: z.optional(z.unknown()),
  /** Chapter reciters only; shape unknown. */
  qirat: z.optional(z.unknown()),
  slug: nullish(z.string()),
  language_name: nullish(z.string()),
  translated_name: nullish(translatedName),
})
export type CatalogueItem = z.infer<typeof CatalogueItem>

/** Path segments under `/api/v4/resources/`, each with the list key of its response. */
export const catalogueKinds = {
  translations: 'translations',
  tafsirs: 'tafsirs',
  recitations: 'recitations',
  chapter_reciters: 'reciters',
} as const
export type CatalogueKind = keyof typeof catalogueKinds

export const Chapter = z.looseObject({
  id: z.int(),
  revelation_place: nullish(z.string()),
  revelation_order: nullish(z.int()),
  bismillah_pre: nullish(z.boolean()),
  name_simple: z.string(),
  name_complex: nullish(z.string()),
  name_arabic: nullish(z.string()),
  verses_count: z.int(),
  /** First and last page. */
  pages: nullish(z.array(z.int())),
  translated_name: nullish(translatedName),
})
export type Chapter = z.infer<typeof Chapter>

export const ChaptersResponse = z.looseObject({ chapters: list(Chapter) })

/** The lists of names: one for each kind of resource, and one for chapters. Each is fetched separately. */
export type CatalogueList = CatalogueKind | 'chapters'
export type CatalogueListItems = readonly Chapter[] | readonly CatalogueItem[]
