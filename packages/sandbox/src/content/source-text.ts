import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A chapter in the format of quran-json. `translation` is the chapter's name in the language of the file. */
export interface SourceChapter {
  readonly id: number
  readonly name: string
  readonly transliteration: string
  readonly translation?: string
  readonly type: 'meccan' | 'medinan'
  readonly total_verses: number
  readonly verses: readonly SourceVerse[]
}

export interface SourceVerse {
  readonly id: number
  readonly text: string
  readonly translation?: string
  readonly transliteration?: string
}

/** Languages in which quran-json has a translation of the complete text. */
export const sourceLanguages = ['bn', 'en', 'es', 'fr', 'id', 'ru', 'sv', 'tr', 'ur', 'zh'] as const
export type SourceLanguage = (typeof sourceLanguages)[number]

const folder = join(dirname(createRequire(import.meta.url).resolve('quran-json/package.json')), 'dist')

function load(file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}

/** Returns the names of the 114 chapters in one language. */
export function chapterNames(language: SourceLanguage): readonly Omit<SourceChapter, 'verses'>[] {
  return load(`chapters/${language}/index.json`) as SourceChapter[]
}

let arabic: readonly SourceChapter[] | undefined

/** Returns the Arabic text of all chapters. It is read once per process. */
export function arabicChapters(): readonly SourceChapter[] {
  arabic ??= load('quran.json') as SourceChapter[]
  return arabic
}

/**
 * Returns the requested chapters, translated or transliterated. A few chapters are read from their own small files, so that
 * a small sandbox does not load the complete text.
 */
export function sourceChapters(
  edition: SourceLanguage | 'transliteration',
  chapters: readonly number[],
): readonly SourceChapter[] {
  if (chapters.length > 10) {
    const wanted = new Set(chapters)
    return (load(`quran_${edition}.json`) as SourceChapter[]).filter((chapter) => wanted.has(chapter.id))
  }
  const subfolder = edition === 'transliteration' ? '' : `${edition}/`
  return chapters.map((chapter) => load(`chapters/${subfolder}${chapter}.json`) as SourceChapter)
}
