import { WaraqError } from '@waraq/protocol'
import type { ContentStore } from '../../store/read/content-store.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import type { Catalogue } from '../../quran/catalogue/catalogue.ts'
import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react'

export interface Library {
  /** As `connectSyncEngine` gives it. Null while there is none yet. */
  readonly engine?: SyncEngine | null | undefined
  /** As `openContentStore` gives it. Null while there is none yet: then every question is pending. */
  readonly store?: ContentStore | null | undefined
  readonly catalogue?: Catalogue | null | undefined
}

export interface WaraqProviderProps extends Library {
  /**
   * Whether the markup that React hydrates shows what is at hand: the answers that `setQueryData` or `prefetch` have, and the catalogue
   * as it is. Default false: the markup comes from a server, which knows nothing, so hooks begin with nothing.
   */
  readonly hasInitialData?: boolean | undefined
  readonly children?: ReactNode
}

interface Provided extends Library {
  readonly hasInitialData: boolean
}

const LibraryContext = createContext<Provided | null>(null)

/** Hands engine, store and catalogue to the hooks below it. The application makes and closes them. */
export function WaraqProvider(props: WaraqProviderProps): ReactNode {
  const { engine, store, catalogue, hasInitialData = false, children } = props
  const library = useMemo(
    () => ({ engine, store, catalogue, hasInitialData }),
    [engine, store, catalogue, hasInitialData],
  )
  return createElement(LibraryContext, { value: library }, children)
}

function notProvided(): WaraqError {
  return new WaraqError({
    code: 'not_provided',
    message: 'This component needs a <WaraqProvider> above it.',
  })
}

/** @throws {WaraqError} `not_provided` where there is no provider */
export function useLibrary(): Provided {
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
