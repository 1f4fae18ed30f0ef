import type { ArticleLocalizationRow, ResourceRef } from '@waraq/contract'
import { checkLanguages, checkRef } from './arguments.ts'
import { filled, text } from './fields.ts'
import { query, queryKey, writtenRef, type Query } from './query.ts'

export interface Article {
  readonly title: string
  /** HTML as received; `safeNodes` of `@waraq/engine/html` makes it fit to be shown. */
  readonly text: string
  /** Code of its language as the row has it; null where it has none. */
  readonly language: string | null
  /** False: it is in none of the languages asked for, and another one was taken. */
  readonly exact: boolean
  readonly row: ArticleLocalizationRow
}

/** Taken where none of the languages asked for is there. */
const fallback = 'en'

/** `en-GB`, then `en`: what to look for, the best first. */
function tagsOf(language: string): string[] {
  const parts = language.toLowerCase().split(/[-_]/)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-')).filter((tag) => tag !== '')
}

function inLanguage(
  rows: readonly ArticleLocalizationRow[],
  languages: readonly string[],
): ArticleLocalizationRow | undefined {
  for (const tag of languages.flatMap(tagsOf)) {
    const row = rows.find(({ lang }) => text(lang).toLowerCase().replaceAll('_', '-') === tag)
    if (row) return row
  }
  return undefined
}

/**
 * An article in the first of the languages that it is there in (`fr-CA` is content with `fr`), else in English, else in any.
 * Undefined where the article is absent.
 */
export function article(ref: ResourceRef, languages: readonly string[]): Query<Article | undefined> {
  const resource = checkRef(ref)
  const wanted = checkLanguages(languages)
  return query(queryKey('article', writtenRef(resource), wanted), async (view) => {
    // An article has a row for each language: a few.
    const all = await view.rows('article_localization', resource)
    const rows = all.map(({ data }) => data).filter((row) => filled(row.title) ?? filled(row.text))
    const exact = inLanguage(rows, wanted)
    const row = exact ?? inLanguage(rows, [fallback]) ?? rows[0]
    if (!row) return undefined
    const [title, body, language] = [text(row.title), text(row.text), filled(row.lang)]
    return { title, text: body, language, exact: exact !== undefined, row }
  })
}
