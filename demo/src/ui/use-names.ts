import { parseResourceKey, type ResourceKey } from '@waraq/contract'
import { useCallback, useMemo } from 'react'
import { arabicTextKey } from '../sync/kept-resources.ts'
import { useCatalogue, useWords } from './hooks.ts'

/** The name of a resource: the catalogue's, or what it is with its number. */
export function useNames(): (key: ResourceKey) => string {
  const words = useWords()
  const { catalogue } = useCatalogue()
  const names = useMemo(() => new Map(catalogue?.resources.map(({ key, name }) => [key, name])), [catalogue])
  return useCallback(
    (key) => {
      if (key === arabicTextKey) return words.library.arabic
      const ref = parseResourceKey(key)
      return names.get(key) ?? (ref ? words.library.unlisted(ref.group, ref.id) : key)
    },
    [names, words],
  )
}
