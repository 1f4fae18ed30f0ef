import {
  isJsonObject,
  resourceKey,
  type CatalogueItem,
  type Chapter,
  type ChapterRow,
  type ResourceGroup,
  type ResourceRef,
} from '@waraq/protocol'
import type { CatalogueContent, ChapterEntry, ResourceDescription } from './content.ts'
import { textLanguage } from './languages.ts'

function credit(name: string, author: string | null, style: string | null): string {
  const credited = author === null || name.includes(author) ? name : `${name} — ${author}`
  return style === null ? credited : `${credited} (${style})`
}

/** A group's name in words: `word_by_word_translations` becomes "Word by word translations". */
function nameOfGroup(group: ResourceGroup): string {
  const words = group.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function unlistedName({ group, id }: ResourceRef): string {
  return `${nameOfGroup(group)} ${id}`
}

/** The service sends a style as text, as an object with a name, or not at all. */
function styleOf({ style }: CatalogueItem): string | null {
  const text = isJsonObject(style) ? style['name'] : style
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

function filled(...texts: readonly (string | null | undefined)[]): string | null {
  return texts.find((text) => text !== undefined && text !== null && text.trim() !== '')?.trim() ?? null
}

export function describeItem(group: ResourceGroup, item: CatalogueItem): ResourceDescription {
  const ref = { group, id: item.id }
  const name = filled(item.translated_name?.name, item.name, item.reciter_name) ?? unlistedName(ref)
  const author = filled(item.author_name)
  const style = styleOf(item)
  const language = textLanguage(item.language_name)
  return { ref, name, author, language, style, attribution: credit(name, author, style), listed: true }
}

export function chapterEntry(chapter: Chapter): ChapterEntry {
  const { revelation_place: place, pages } = chapter
  const [first, last] = pages ?? []
  return {
    id: chapter.id,
    name: chapter.name_simple,
    arabicName: filled(chapter.name_arabic),
    meaning: filled(chapter.translated_name?.name),
    verses: chapter.verses_count,
    place: place === 'makkah' || place === 'madinah' ? place : null,
    order: chapter.revelation_order ?? null,
    opensWithBismillah: chapter.bismillah_pre ?? false,
    pages: first === undefined || last === undefined ? null : { first, last },
  }
}

/** A chapter as described by the Arabic text. Null if the text has no name for it. */
function coreEntry(row: ChapterRow): ChapterEntry | null {
  const name = filled(row.name_simple, row.name_complex)
  if (name === null || typeof row.verses_count !== 'number') return null
  return chapterEntry({ ...row, id: row.chapter_number, name_simple: name, verses_count: row.verses_count })
}

/**
 * Chapters as named by the Arabic text (`coreChapters`), with the catalogue's meanings and pages. Without the service, the
 * catalogue's lists last seven days. The text is synced and lasts as long as the application keeps it.
 */
export function chaptersWithCore(
  chapters: readonly ChapterEntry[],
  rows: readonly ChapterRow[],
): ChapterEntry[] {
  const known = new Map(chapters.map((entry) => [entry.id, entry]))
  for (const row of rows) {
    const entry = coreEntry(row)
    if (!entry) continue
    const { meaning = null, pages = null } = known.get(entry.id) ?? {}
    known.set(entry.id, { ...entry, meaning, pages })
  }
  return [...known.values()].sort((a, b) => a.id - b.id)
}

/** Describes a resource. The name of an unlisted resource is made of its group and id. */
export function describeResource(
  content: Pick<CatalogueContent, 'resources'>,
  ref: ResourceRef,
): ResourceDescription {
  const known = content.resources.get(resourceKey(ref))
  if (known) return known
  const name = unlistedName(ref)
  return {
    ref: { group: ref.group, id: ref.id },
    name,
    author: null,
    language: textLanguage(null),
    style: null,
    attribution: name,
    listed: false,
  }
}
