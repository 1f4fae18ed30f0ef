import type { ContentStore, ResourceInfo } from 'waraq'
import { useResources, WaraqProvider } from 'waraq/react'
import { useEffect, type ReactNode } from 'react'
import { useObservable } from './hooks.ts'
import { ReaderContext, type Reader } from './reader-context.ts'

interface Props {
  readonly reader: Reader
  /** Reads what is on this device, without the worker. */
  readonly store: ContentStore
  /** Called with the resources on this device, for code outside of components. */
  readonly onResources: (resources: readonly ResourceInfo[]) => void
  readonly children: ReactNode
}

/** Always follows the list of resources. Most screens need it, and so have it when they open, so that nothing moves. */
function ResourcesStay({ onResources }: Pick<Props, 'onResources'>): null {
  const { data: value } = useResources()
  useEffect(() => {
    if (value) onResources(value)
  }, [value, onResources])
  return null
}

/** Provides the reader to the page, and the library's store and names to the library's own hooks. */
export function ReaderProvider({ reader, store, onResources, children }: Props) {
  const { catalogue, ready } = useObservable(reader.names.state)
  return (
    <ReaderContext value={reader}>
      <WaraqProvider store={store} catalogue={ready ? catalogue : null} hasInitialData>
        <ResourcesStay onResources={onResources} />
        {children}
      </WaraqProvider>
    </ReaderContext>
  )
}
