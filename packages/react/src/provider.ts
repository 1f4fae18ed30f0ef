import { WaraqError } from '@waraq/contract'
import type { ContentStore, SyncEngine } from '@waraq/engine'
import type { Catalogue } from '@waraq/reader/catalogue'
import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react'

export interface Library {
  /** As `connectSyncEngine` gives it. Null while there is none yet. */
  readonly engine?: SyncEngine | null | undefined
  /** As `openContentStore` gives it. Null while there is none yet: then every question is pending. */
  readonly store?: ContentStore | null | undefined
  readonly catalogue?: Catalogue | null | undefined
}

export interface WaraqProviderProps extends Library {
  readonly children?: ReactNode
}

const LibraryContext = createContext<Library | null>(null)

/** Hands engine, store and catalogue to the hooks below it. The application makes and closes them. */
export function WaraqProvider({ engine, store, catalogue, children }: WaraqProviderProps): ReactNode {
  const library = useMemo(() => ({ engine, store, catalogue }), [engine, store, catalogue])
  return createElement(LibraryContext, { value: library }, children)
}

function notProvided(): WaraqError {
  return new WaraqError({
    code: 'not_provided',
    message: 'This component needs a <WaraqProvider> above it.',
  })
}

/** @throws {WaraqError} `not_provided` where there is no provider */
export function useLibrary(): Library {
  const library = useContext(LibraryContext)
  if (!library) throw notProvided()
  return library
}

/**
 * The provider's engine; null while it has none.
 * @throws {WaraqError} `not_provided` where there is no provider
 */
export function useEngine(): SyncEngine | null {
  return useLibrary().engine ?? null
}

/**
 * The provider's store; null while it has none.
 * @throws {WaraqError} `not_provided` where there is no provider
 */
export function useStore(): ContentStore | null {
  return useLibrary().store ?? null
}
