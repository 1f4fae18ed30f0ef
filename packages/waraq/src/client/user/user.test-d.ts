import type { Collection, Comment, PostSerialized } from '@waraq/protocol/user'
import { backendConnection } from './user-connection.ts'
import { collections } from './operations/collections.ts'
import { createUserClient, userClientOf, type UserClient } from './user-client.ts'

/** Checked by the compiler alone. */

declare const user: UserClient
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const yes = <T extends true>(): T | undefined => undefined

// Answers
yes<Same<Awaited<ReturnType<typeof user.collections.list>>['data'], Collection[]>>()
yes<Same<Awaited<ReturnType<typeof user.posts.exportPdf>>, Blob>>()
yes<Same<Awaited<ReturnType<typeof user.tags.listTrending>>, unknown>>()
export async function items(): Promise<readonly [string, number, number]> {
  for await (const collection of user.collections.list.each()) {
    const one: Collection = collection
    for await (const bookmark of user.collections.get.each(one.id)) return [one.name, bookmark.key, 0]
  }
  for await (const post of user.posts.listFeed.each({ tab: 'newest' })) {
    const one: PostSerialized = post
    for await (const comment of user.posts.listComments.each(one.id)) {
      const found: Comment = comment
      return ['', 0, found.id]
    }
  }
  return ['', 0, 0]
}

// Arguments
void user.collections.list({ first: 20 })
void user.collections.list()
void user.collections.list({}, { signal: new AbortController().signal })
void user.collections.addBookmark('__default__', { key: 2, type: 'ayah', verseNumber: 255, mushafId: 1 })
void user.goals.update('g', { duration: 3 }, { mushafId: 1 })
void user.posts.get(1)
// A list without parameters of its own has those of its pages.
void user.readingSessions.list({ first: 5 })
// @ts-expect-error: first with after, or last with before
void user.readingSessions.list({ last: 5, after: 'a' })
// @ts-expect-error: first with after, or last with before
void user.collections.list({ first: 1, last: 1 })
// @ts-expect-error: not a way to sort collections
void user.collections.list({ sortBy: 'newest' })
// @ts-expect-error: no such field
void user.collections.create({ name: 'a', kind: 'b' })
// @ts-expect-error: a verse needs its number
void user.collections.addBookmark('__default__', { key: 2, type: 'ayah', mushafId: 1 })
// @ts-expect-error: the id of a post is a number
void user.posts.get('1')
// @ts-expect-error: the mushaf has to be said
void user.goals.update('g', { duration: 3 })
// @ts-expect-error: no such mushaf
void user.bookmarks.list({ mushafId: 8 })
// @ts-expect-error: which collection?
void user.collections.get()
// @ts-expect-error: no list of pages
void user.preferences.get.each()

// What is not chosen is not there
const chosen = userClientOf({ collections }, { connection: backendConnection({ root: '/api' }) })
void chosen.collections.list()
// @ts-expect-error: posts were not chosen
void chosen.posts

// @ts-expect-error: a client needs to know where user data is
createUserClient({})
