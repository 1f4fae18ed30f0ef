import { WaraqError } from '@waraq/contract'
import type { ContentStore, SyncEngine } from '@waraq/engine'
import type { Catalogue } from '@waraq/engine/catalogue'
import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react'

export interface Library {
  /** As `connectSyncEngine` gives it. Null on a server. */
  readonly engine?: SyncEngine | null | undefined
  /** As `openContentStore` gives it. Null on a server: then every question is pending. */
  readonly store?: ContentStore | null | undefined
  readonly catalogue?: Catalogue | null | undefined
}

export interface WaraqProviderProps extends Library {
  readonly children?: ReactNode
}

const LibraryContext = createContext<Library | null>(null)

/** Hands engine, store and catalogue to the hooks below it. They are made, and closed, by the application. */
export function WaraqProvider({ engine, store, catalogue, children }: WaraqProviderProps): ReactNode {
  const library = useMemo(() => ({ engine, store, catalogue }), [engine, store, catalogue])
  return createElement(LibraryContext, { value: library }, children)
}

function missing(what: string): WaraqError {
  return new WaraqError({
    code: 'not_provided',
    message: `This component needs a <WaraqProvider> above it that was given ${what}.`,
    details: { missing: what },
  })
}

/** @throws {WaraqError} `not_provided` where there is no provider */
export function useLibrary(): Library {
  const library = useContext(LibraryContext)
  if (!library) throw missing('a library')
  return library
}

/** @throws {WaraqError} `not_provided` */
export function useEngine(): SyncEngine {
  const { engine } = useLibrary()
  if (!engine) throw missing('an engine')
  return engine
}

/** @throws {WaraqError} `not_provided` */
export function useStore(): ContentStore {
  const { store } = useLibrary()
  if (!store) throw missing('a store')
  return store
}
