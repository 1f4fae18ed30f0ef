import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { article, type Article } from 'waraq/quran'
import { useLiveQuery, type LiveResult } from 'waraq/react'
import { useSettings } from './hooks.ts'

/**
 * An article of this device, in the language that the reader has chosen, or in one that the browser prefers. Undefined for what is no
 * article, too.
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
