import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { useCatalogue } from 'waraq/react'
import { useCallback, useMemo } from 'react'
import { arabicTextKey, mushafKey } from '../sync/kept-resources.ts'
import { useArticle } from './use-article.ts'
import { useObservable, useWords } from './hooks.ts'
import { useReader } from './reader-context.ts'

/** The groups in which the service has only one resource. */
function useSingleGroups(): ReadonlySet<string> {
  const { keys } = useObservable(useReader().available.state)
  return useMemo(() => {
    const groups = [...(keys ?? [])].map((key) => parseResourceKey(key)?.group ?? '')
    return new Set(groups.filter((group) => groups.indexOf(group) === groups.lastIndexOf(group)))
  }, [keys])
}

/** Returns the name of a resource: the catalogue's name, or its kind, with its number if there are several. */
export function useNames(): (key: ResourceKey) => string {
  const words = useWords()
  const { resources } = useCatalogue()
  const single = useSingleGroups()
  return useCallback(
    (key) => {
      if (key === arabicTextKey) return words.library.arabic
      if (key === mushafKey) return words.library.mushaf
      const ref = parseResourceKey(key)
      if (!ref) return key
      return (
        resources.get(key)?.name ?? words.library.unlisted(ref.group, single.has(ref.group) ? null : ref.id)
      )
    },
    [resources, single, words],
  )
}

/** The name of one resource. The catalogue contains no articles; their titles come with them. */
export function useName(key: ResourceKey): string {
  const nameOf = useNames()
  return useArticle(key).data?.title || nameOf(key)
}
