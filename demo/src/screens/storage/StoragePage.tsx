import { useEffect, useState } from 'react'
import { useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useResourcesByKey } from '../../ui/use-installed.ts'
import { SiteStorage } from './SiteStorage.tsx'
import { StoredResources } from './StoredResources.tsx'

/** A library that opens slowly keeps nobody from seeing what is known. */
const timeoutMs = 1_500

/** What lies on this device, how much room it takes, and whether it stays. */
export function StoragePage() {
  const words = useWords()
  const { sync } = useReader()
  const resources = useResourcesByKey()
  // Figures are of the last look, and this page is about them. Before it, what came in between would only jump about.
  const [hasLooked, setHasLooked] = useState(false)
  useEffect(() => {
    const show = () => setHasLooked(true)
    const timer = setTimeout(show, timeoutMs)
    void sync.look().finally(show)
    return () => clearTimeout(timer)
  }, [sync, resources])
  return (
    <Screen title={words.storage.title} name="storage" busy={resources === undefined || !hasLooked}>
      {hasLooked && (
        <>
          <SiteStorage />
          <StoredResources resources={resources} />
        </>
      )}
    </Screen>
  )
}
