import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { useCatalogue } from 'waraq/react'
import { useCallback } from 'react'
import { arabicTextKey, mushafKey } from '../sync/kept-resources.ts'
import { useWords } from './hooks.ts'

/** The name of a resource: the catalogue's, or its kind with its number. */
export function useNames(): (key: ResourceKey) => string {
  const words = useWords()
  const { resources } = useCatalogue()
  return useCallback(
    (key) => {
      if (key === arabicTextKey) return words.library.arabic
      if (key === mushafKey) return words.library.mushaf
      const ref = parseResourceKey(key)
      return resources.get(key)?.name ?? (ref ? words.library.unlisted(ref.group, ref.id) : key)
    },
    [resources, words],
  )
}
