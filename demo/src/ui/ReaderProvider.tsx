import { WaraqProvider } from '@waraq/react'
import type { ReactNode } from 'react'
import { useObservable } from './hooks.ts'
import { ReaderContext, type Reader } from './reader-context.ts'

/** Hands the reader to the page, and the library's part of it to the library's own hooks. */
export function ReaderProvider(props: { readonly reader: Reader; readonly children: ReactNode }) {
  const { reader, children } = props
  const { catalogue } = useObservable(reader.names.state)
  return (
    <ReaderContext value={reader}>
      <WaraqProvider store={reader.store} catalogue={catalogue}>
        {children}
      </WaraqProvider>
    </ReaderContext>
  )
}
