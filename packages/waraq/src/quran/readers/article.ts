import type { ArticleLocalizationRow } from '@waraq/protocol'
import { checkLanguages, checkRef, type RefTo } from './arguments.ts'
import { filled, text } from './fields.ts'
import { query, queryKey, writtenRef, type Query } from './query.ts'

export interface Article {
  readonly title: string
  /** HTML as received. Use `safeNodes` of `waraq/html` to show it. */
  readonly text: string
  /** Language code of the row; null if the row has none. */
  readonly language: string | null
  /** False if the article exists in none of the wanted languages and another one was used. */
  readonly exact: boolean
  readonly row: ArticleLocalizationRow
}

/** Used if the article exists in none of the wanted languages. */
const fallback = 'en'

/** The language tags to try, the best first: `en-GB`, then `en`. */
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
 * Reads an article in the first wanted language that it has (`fr` serves for `fr-CA`), else in English, else in any. Undefined
 * if the article is absent.
 */
export function article(ref: RefTo<'articles'>, languages: readonly string[]): Query<Article | undefined> {
  const resource = checkRef(ref)
  const wanted = checkLanguages(languages)
  return query(queryKey('article', writtenRef(resource), wanted), async (view) => {
    // Reads all rows, because an article has only one for each of a few languages.
    const all = await view.rows('article_localization', resource)
    const rows = all.map(({ data }) => data).filter((row) => filled(row.title) ?? filled(row.text))
    const exact = inLanguage(rows, wanted)
    const row = exact ?? inLanguage(rows, [fallback]) ?? rows[0]
    if (!row) return undefined
    const [title, body, language] = [text(row.title), text(row.text), filled(row.lang)]
    return { title, text: body, language, exact: exact !== undefined, row }
  })
}
