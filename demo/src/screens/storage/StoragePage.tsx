import type { ResourceInfo } from 'waraq'
import { useEffect, useState } from 'react'
import { isRecitation } from '../../player/use-recordings-status.ts'
import { useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useResourcesByKey } from '../../ui/use-installed.ts'
import { SiteStorage } from './SiteStorage.tsx'
import { StoredRecordings } from './StoredRecordings.tsx'
import { StoredResources } from './StoredResources.tsx'

/** Milliseconds to wait for the library before the page shows what it knows. */
const timeoutMs = 1_500

/** Includes damaged recitations, because their files are still there. */
const isRecitationHere = ({ ref, status }: ResourceInfo) => isRecitation(ref) && status !== 'unavailable'

/** The resources on this device, their sizes, and whether the browser keeps them. */
export function StoragePage() {
  const words = useWords()
  const { sync } = useReader()
  const resources = useResourcesByKey()
  const recitations = [...(resources?.values() ?? [])].filter(isRecitationHere).map(({ key }) => key)
  // This page is about figures, so it requests new ones when it opens. Until they arrive it shows none, because older ones
  // would jump.
  const [hasLooked, setHasLooked] = useState(false)
  useEffect(() => {
    const show = () => setHasLooked(true)
    const timer = setTimeout(show, timeoutMs)
    void sync.probe().finally(show)
    return () => clearTimeout(timer)
  }, [sync, resources])
  return (
    <Screen title={words.storage.title} name="storage" busy={resources === undefined || !hasLooked}>
      {hasLooked && (
        <>
          <SiteStorage />
          <StoredRecordings recitations={recitations} />
          {resources && <StoredResources resources={resources} />}
        </>
      )}
    </Screen>
  )
}
