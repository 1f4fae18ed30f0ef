import type { ResourceKey } from '@waraq/protocol'
import { useCallback } from 'react'
import { isTranslation } from '../sync/kept-resources.ts'
import { useReader } from './reader-context.ts'

/**
 * Returns a function that keeps or drops a resource. If the reader has chosen which translations to show side by side, a
 * new one is added to them.
 */
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
