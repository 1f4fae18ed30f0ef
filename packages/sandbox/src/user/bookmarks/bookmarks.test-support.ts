import {
  AddBookmarkResponse,
  type Bookmark,
  type BookmarkType,
  GetCollectionResponse,
  ListBookmarksResponse,
} from '@waraq/protocol/user'
import { signedIn } from '../user-data.test-support.ts'

export type User = Awaited<ReturnType<typeof signedIn>>
type Query = Parameters<User['get']>[1]

export const verse = (key: number, verseNumber: number) => ({ type: 'ayah', key, verseNumber })
export const whole = (type: Exclude<BookmarkType, 'ayah'>, key: number) => ({ type, key })

/** Sets a bookmark; null is an answer too. */
export async function bookmark(user: User, body: object): Promise<Bookmark | null> {
  return AddBookmarkResponse.parse(await user.post('/v1/bookmarks', body)).data
}

/** Sets a bookmark, and fails where the answer is null. */
export async function add(user: User, body: object): Promise<Bookmark> {
  const added = await bookmark(user, body)
  if (!added) throw new Error('No bookmark was answered.')
  return added
}

export async function list(user: User, query: Query = {}) {
  return ListBookmarksResponse.parse(await user.get('/v1/bookmarks', { mushafId: 1, ...query }))
}

/** What bookmarks are set to: `2:255`, `page 3`. */
export const places = (bookmarks: readonly Pick<Bookmark, 'type' | 'key' | 'verseNumber'>[]) =>
  bookmarks.map(({ type, key, verseNumber }) =>
    type === 'ayah' ? `${key}:${verseNumber}` : `${type} ${key}`,
  )

export async function put(user: User, collectionId: string, target: object): Promise<unknown> {
  return user.post(`/v1/collections/${collectionId}/bookmarks`, target)
}

/** A collection and part of its bookmarks. Both are always there in a sandbox. */
export async function contents(user: User, collectionId: string, query: Query = {}) {
  const answer = GetCollectionResponse.parse(await user.get(`/v1/collections/${collectionId}`, query))
  const { collection, bookmarks } = answer.data
  if (!collection || !bookmarks) throw new Error('A collection was answered without its parts.')
  return { collection, bookmarks, pagination: answer.pagination }
}
