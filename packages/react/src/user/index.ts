'use client'
/**
 * React 19 hooks of what a person keeps: stars, collections, notes, the place where they read and settings, with what has not
 * arrived yet and whose it is. An application that does not import this door ships nothing of it.
 */

// Whose data
export { UserDataProvider, useUserData } from './provider.ts'
export type { UserDataProviderProps } from './provider.ts'
export { useAccount } from './use-account.ts'
export { useUserQuery } from './use-user-query.ts'
export type { LiveResult } from '../live-result.ts'

// Marks of verses
export { useStar } from './use-star.ts'
export type { Star } from './use-star.ts'
export { useMarks, useVerseMarks } from './use-marks.ts'
export type { MarksByVerse, VerseMarks } from './verse-marks.ts'

// Lists
export {
  useCollection,
  useCollections,
  useOutbox,
  usePlace,
  useReadingBookmarks,
  useSetting,
  useStars,
} from './use-kept.ts'
export { useNotes } from './use-notes.ts'
