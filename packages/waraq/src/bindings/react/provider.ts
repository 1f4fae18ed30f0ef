import { WaraqError } from '@waraq/protocol'
import type { Waraq } from '../../app/create-waraq.ts'
import type { ContentStore } from '../../store/read/content-store.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import type { Catalogue } from '../../quran/catalogue/catalogue.ts'
import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react'

export interface Library {
  /** As `connectSyncEngine` returns it. Null while there is none yet. */
  readonly engine?: SyncEngine | null | undefined
  /** As `openContentStore` returns it. Null while there is none yet: then every query is pending. */
  readonly store?: ContentStore | null | undefined
  readonly catalogue?: Catalogue | null | undefined
}

export interface WaraqProviderProps extends Library {
  /** As `createWaraq` returns it. Replaces `engine` and `store`, and a `UserDataProvider`. */
  readonly app?: Waraq | null | undefined
  /**
   * Whether the markup that React hydrates shows the available data: the data of `setQueryData` or `prefetch`, and the current
   * catalogue. Default false: the markup comes from a server without data, so hooks start empty.
   */
  readonly hasInitialData?: boolean | undefined
  readonly children?: ReactNode
}

interface Provided extends Library {
  readonly app: Waraq | null
  readonly hasInitialData: boolean
}

const LibraryContext = createContext<Provided | null>(null)

/** Provides the application's library to the hooks below it. The application creates and closes it. */
export function WaraqProvider(props: WaraqProviderProps): ReactNode {
  const { app = null, catalogue, hasInitialData = false, children } = props
  const { engine = app?.engine, store = app?.store } = props
  const library = useMemo(
    () => ({ app, engine, store, catalogue, hasInitialData }),
    [app, engine, store, catalogue, hasInitialData],
  )
  return createElement(LibraryContext, { value: library }, children)
}

function notProvided(): WaraqError {
  return new WaraqError({
    code: 'not_provided',
    message: 'This component needs a <WaraqProvider> above it.',
  })
}

/** Returns the library of the provider. @throws {WaraqError} `not_provided` if there is no provider */
export function useLibrary(): Provided {
  const library = useContext(LibraryContext)
  if (!library) throw notProvided()
  return library
}

/** The provider's application; null if it has none, or if there is no provider. */
export function useApp(): Waraq | null {
  return useContext(LibraryContext)?.app ?? null
}

/**
 * The provider's engine; null while it has none.
 * @throws {WaraqError} `not_provided` if there is no provider
 */
export function useEngine(): SyncEngine | null {
  return useLibrary().engine ?? null
}

/**
 * The provider's store; null while it has none.
 * @throws {WaraqError} `not_provided` if there is no provider
 */
export function useStore(): ContentStore | null {
  return useLibrary().store ?? null
}
