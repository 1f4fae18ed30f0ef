import { useEffect } from 'react'
import { useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useResources } from '../../ui/use-installed.ts'
import { SiteStorage } from './SiteStorage.tsx'
import { StoredResources } from './StoredResources.tsx'

/** What lies on this device, how much room it takes, and whether it stays. */
export function StoragePage() {
  const words = useWords()
  const { sync } = useReader()
  const { value: resources } = useResources()
  // Figures are of the last look, and this page is about them.
  useEffect(() => sync.look(), [sync, resources])
  return (
    <Screen title={words.storage.title} name="storage" busy={resources === undefined}>
      <SiteStorage />
      <StoredResources resources={resources} />
    </Screen>
  )
}
