import type { ResourceKey } from '@waraq/protocol'
import { useCallback } from 'react'
import { isTranslation } from '../sync/kept-resources.ts'
import { useReader } from './reader-context.ts'

/** Keeps a resource, or drops it. Where the reader has chosen translations to read side by side, a new one joins them. */
export function useKeep(): (key: ResourceKey, keep: boolean) => void {
  const { sync, settings } = useReader()
  return useCallback(
    (key, keep) => {
      if (!keep) return void sync.drop(key)
      const { sideBySide } = settings.state.get()
      if (isTranslation(key) && sideBySide && !sideBySide.includes(key)) {
        settings.change({ sideBySide: [...sideBySide, key] })
      }
      void sync.keep(key)
    },
    [sync, settings],
  )
}
