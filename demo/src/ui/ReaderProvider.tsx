import type { ContentStore } from '@waraq/engine'
import { useResources, WaraqProvider } from '@waraq/react'
import type { ReactNode } from 'react'
import { useObservable } from './hooks.ts'
import { ReaderContext, type Reader } from './reader-context.ts'

/** Most screens ask what is here. Asked all the time, they have the answer when they open, and nothing moves. */
function ResourcesStay(): null {
  useResources()
  return null
}

/** Hands the reader to the page, and the library's store and names to the library's own hooks. */
export function ReaderProvider(props: {
  readonly reader: Reader
  /** Reads what is on this device, without the worker. */
  readonly store: ContentStore
  readonly children: ReactNode
}) {
  const { reader, store, children } = props
  const { catalogue, ready } = useObservable(reader.names.state)
  return (
    <ReaderContext value={reader}>
      <WaraqProvider store={store} catalogue={ready ? catalogue : null}>
        <ResourcesStay />
        {children}
      </WaraqProvider>
    </ReaderContext>
  )
}
