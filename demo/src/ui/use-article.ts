import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { article, type Article } from 'waraq/quran'
import { useLiveQuery, type LiveResult } from 'waraq/react'
import { useSettings } from './hooks.ts'

/**
 * An article on this device, in the language that the reader has chosen, or in one that the browser prefers. Also undefined
 * if `key` is no article.
 */
export function useArticle(key: ResourceKey): LiveResult<Article | undefined> {
  const { language } = useSettings()
  const ref = parseResourceKey(key)
  return useLiveQuery(
    ref?.group === 'articles'
      ? article(ref, [...(language ? [language] : []), ...navigator.languages])
      : null,
  )
}
