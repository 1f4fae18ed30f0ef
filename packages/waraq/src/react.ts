'use client'
/**
 * React 19 hooks for an offline library and for user data. They show data on this device, and update with every commit that
 * changes it. An application that imports no hook of user data does not ship that code.
 */

// The library
export { useApp, useEngine, useStore, WaraqProvider } from './bindings/react/provider.ts'
export type { Library, WaraqProviderProps } from './bindings/react/provider.ts'

// Queries
export { useLiveQuery } from './bindings/react/use-live-query.ts'
export type { LiveOptions } from './bindings/react/use-live-query.ts'
export type { LiveResult } from './app/live-result.ts'
export { prefetch, setQueryData } from './bindings/react/prefetch.ts'
export { useSuspenseLiveQuery } from './bindings/react/use-suspense-live-query.ts'
export { resourcesQuery, useResource, useResources } from './bindings/react/use-resources.ts'

// Fonts
export { usePageFont } from './bindings/react/use-page-font.ts'
export type { PageFontFamily } from './bindings/react/use-page-font.ts'

// Syncing and names
export { useAttribution } from './bindings/react/use-attribution.ts'
export { useSyncStatus } from './bindings/react/use-sync-status.ts'
export { useCatalogue, useResourceDescription } from './bindings/react/use-catalogue.ts'

// User data: the account
export { UserDataProvider, useUserData } from './bindings/react/user/provider.ts'
export type { UserDataProviderProps } from './bindings/react/user/provider.ts'
export { useAccount } from './bindings/react/user/use-account.ts'
export { useUserQuery } from './bindings/react/user/use-user-query.ts'

// Marks of verses
export { useFavorite } from './bindings/react/user/use-favorite.ts'
export type { Favorite } from './bindings/react/user/use-favorite.ts'
export { useMarks, useVerseMarks } from './bindings/react/user/use-marks.ts'
export type { MarksByVerse, VerseMarks } from './bindings/react/user/verse-marks.ts'

// Lists
export {
  useCollection,
  useCollections,
  useOutbox,
  usePlace,
  useReadingBookmarks,
  useSetting,
  useFavorites,
} from './bindings/react/user/use-stored.ts'
export { useNotes } from './bindings/react/user/use-notes.ts'
