'use client'
/**
 * React 19 hooks of an offline library. What they show is on this device and renewed with every commit that changes it. For
 * everything else than React, `store.live(query)` is the same.
 */

// The library
export { useEngine, useStore, WaraqProvider } from './provider.ts'
export type { Library, WaraqProviderProps } from './provider.ts'

// Questions
export { useLive } from './use-live.ts'
export type { LiveOptions } from './use-live.ts'
export type { LiveResult } from './live-result.ts'
export { preloadLive, seedLive } from './preload-live.ts'
export { useLiveSuspense } from './use-live-suspense.ts'
export { resourcesQuery, useResource, useResources } from './use-resources.ts'

// Fonts
export { usePageFont } from './use-page-font.ts'
export type { PageFontFamily } from './use-page-font.ts'

// Syncing and names
export { useSyncStatus } from './use-sync-status.ts'
export { useCatalogue, useResourceDescription } from './use-catalogue.ts'
