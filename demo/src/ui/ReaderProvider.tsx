import type { ContentStore, ResourceInfo } from '@waraq/engine'
import { useResources, WaraqProvider } from '@waraq/react'
import { useEffect, type ReactNode } from 'react'
import { useObservable } from './hooks.ts'
import { ReaderContext, type Reader } from './reader-context.ts'

interface Props {
  readonly reader: Reader
  /** Reads what is on this device, without the worker. */
  readonly store: ContentStore
  /** Told what is here, for what is no component. */
  readonly onResources: (resources: readonly ResourceInfo[]) => void
  readonly children: ReactNode
}

/** Most screens ask what is here. Asked all the time, they have the answer when they open, and nothing moves. */
function ResourcesStay({ onResources }: Pick<Props, 'onResources'>): null {
  const { value } = useResources()
  useEffect(() => {
    if (value) onResources(value)
  }, [value, onResources])
  return null
}

/** Hands the reader to the page, and the library's store and names to the library's own hooks. */
export function ReaderProvider({ reader, store, onResources, children }: Props) {
  const { catalogue, ready } = useObservable(reader.names.state)
  return (
    <ReaderContext value={reader}>
      <WaraqProvider store={store} catalogue={ready ? catalogue : null}>
        <ResourcesStay onResources={onResources} />
        {children}
      </WaraqProvider>
    </ReaderContext>
  )
}
