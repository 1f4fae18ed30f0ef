import { favoritesCollectionId } from '@waraq/protocol/user'
import type { Bookmarks, KeptBookmark } from '../bookmarks/bookmarks.ts'
import type { Membership } from '../bookmarks/shown.ts'
import type { Target } from '../bookmarks/target.ts'
import { membershipId } from '../parts/journal.ts'
import { forbidden, invalidRequest, notFound } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'
import { type Entry, KeptCollection } from './kept-collection.ts'
import { sortedCollections } from './sorting.ts'

/** The collections of all users, and their bookmarks. Every user has the virtual collection Favorites. */
export class Collections {
  readonly #world: World
  readonly #bookmarks: Bookmarks
  readonly #byUser = new Map<string, Map<string, KeptCollection>>()

  constructor(world: World, bookmarks: Bookmarks) {
    this.#world = world
    this.#bookmarks = bookmarks
  }

  /**
   * The collections that the user made. The document does not say whether Favorites are listed. Here they are not, because they
   * are virtual, and a bookmark's collections name them only where they are asked for.
   */
  of(userId: string): readonly KeptCollection[] {
    return this.#all(userId).filter(({ isDefault }) => !isDefault)
  }

  /** @throws {Refusal} 404 where this user has no such collection */
  need(userId: string, id: string): KeptCollection {
    const collection = this.#collectionsOf(userId).get(id)
    if (!collection) throw notFound('collection')
    return collection
  }

  /**
   * A system collection, such as the highlights of a colour, is known by its name: there is one of each, and it is in no list of
   * the person's.
   * @throws {Refusal} 400 where the name is blank
   */
  create(userId: string, name: string, isSystem = false): KeptCollection {
    const id = this.#world.nextText('collection')
    const named = nameOf(name)
    const known = isSystem && this.#all(userId).find((one) => one.isSystem && one.name === named)
    if (known) return known
    const slug = isSystem ? null : slugOf(named, this.#slugs(userId))
    const collection = new KeptCollection(this.#world, { id, name: named, slug, isDefault: false, isSystem })
    this.#collectionsOf(userId).set(id, collection)
    this.#world.journal.changed(userId, 'COLLECTION', id)
    return collection
  }

  /**
   * The slug follows the name.
   * @throws {Refusal} 400 where the name is blank, 403 for Favorites, 404
   */
  rename(userId: string, id: string, name: string): void {
    const collection = this.#needOwn(userId, id)
    const named = nameOf(name)
    const taken = this.#slugs(userId).filter((slug) => slug !== collection.slug)
    if (collection.rename(named, slugOf(named, taken))) this.#world.journal.changed(userId, 'COLLECTION', id)
  }

  /**
   * Deletes a collection, with the bookmarks that only it held.
   * @throws {Refusal} 403 for Favorites, 404
   */
  delete(userId: string, id: string): void {
    const collection = this.#needOwn(userId, id)
    this.#collectionsOf(userId).delete(id)
    for (const { bookmark } of collection.entries) {
      this.#noteMembership(collection, bookmark, true)
      this.releaseOrphan(bookmark)
    }
    this.#world.journal.changed(userId, 'COLLECTION', id, { isGone: true })
  }

  /**
   * Puts the bookmark of a place in a collection, and makes it where there is none.
   * @throws {Refusal} 400 where Favorites would get anything but a verse, 404
   */
  add(userId: string, id: string, target: Target): void {
    const collection = this.need(userId, id)
    if (collection.isDefault && target.type !== 'ayah') throw invalidRequest('Favorites are for verses.')
    const bookmark = this.#bookmarks.ensure(userId, target)
    // No user made Favorites: the feed tells of them from their first bookmark on.
    if (collection.isDefault && !this.#world.journal.row(userId, 'COLLECTION', id))
      this.#world.journal.changed(userId, 'COLLECTION', id)
    if (collection.add(bookmark)) this.#noteMembership(collection, bookmark, false)
  }

  /**
   * Takes a bookmark out. The bookmark is kept, unless it was made for a collection, is in none any more, and is not where
   * the user reads.
   * @throws {Refusal} 404 where there is no such collection, or it does not have the bookmark
   */
  remove(userId: string, id: string, bookmark: KeptBookmark | undefined): void {
    const collection = this.need(userId, id)
    if (!bookmark || !collection.remove(bookmark)) throw notFound('bookmark')
    this.#noteMembership(collection, bookmark, true)
    this.releaseOrphan(bookmark)
  }

  /** Deletes a bookmark that nothing holds any more: no collection, and nothing that its user set. */
  releaseOrphan(bookmark: KeptBookmark): void {
    if (this.holding(bookmark.userId, [bookmark], true).length === 0) this.#bookmarks.release(bookmark)
  }

  membershipOf(bookmark: KeptBookmark): Membership {
    const holding = this.holding(bookmark.userId, [bookmark], true)
    return {
      isInDefaultCollection: holding.some(({ isDefault }) => isDefault),
      collectionsCount: holding.filter(({ isSystem }) => !isSystem).length,
    }
  }

  /** The collections that have one of the bookmarks, the latest change first. Favorites only where they are asked for. */
  holding(userId: string, bookmarks: readonly KeptBookmark[], withFavorites = false): KeptCollection[] {
    const collections = withFavorites ? this.#all(userId) : this.of(userId)
    return sortedCollections(
      collections.filter((collection) => bookmarks.some((bookmark) => collection.has(bookmark))),
    )
  }

  /** The bookmarks of all collections, including Favorites: each once, with the time at which it was last put in one. */
  entriesOfAll(userId: string): readonly Entry[] {
    const entries = this.#all(userId).flatMap(({ entries: own }) => own)
    entries.sort((one, other) => one.added - other.added)
    return [...new Map(entries.map((entry) => [entry.bookmark.id, entry])).values()]
  }

  /** Favorites are told with the bookmark as well: whether it is in them. */
  #noteMembership({ id, isDefault }: KeptCollection, bookmark: KeptBookmark, isGone: boolean): void {
    const { journal } = this.#world
    const ends = { collectionId: id, bookmarkId: bookmark.id }
    journal.changed(bookmark.userId, 'COLLECTION_BOOKMARK', membershipId(id, bookmark.id), { ends, isGone })
    if (isDefault) journal.changed(bookmark.userId, 'BOOKMARK', bookmark.id)
  }

  #needOwn(userId: string, id: string): KeptCollection {
    const collection = this.need(userId, id)
    if (collection.isDefault) throw forbidden('Favorites can be neither renamed nor deleted.')
    if (collection.isSystem) throw forbidden('Collections of the system can be neither renamed nor deleted.')
    return collection
  }

  #all(userId: string): readonly KeptCollection[] {
    return [...this.#collectionsOf(userId).values()]
  }

  #slugs(userId: string): (string | null)[] {
    return this.#all(userId).map(({ slug }) => slug)
  }

  #collectionsOf(userId: string): Map<string, KeptCollection> {
    const found = this.#byUser.get(userId)
    if (found) return found
    const favorites = { id: favoritesCollectionId, name: 'Favorites', slug: null, isDefault: true }
    const collections = new Map<string, KeptCollection>()
    collections.set(favorites.id, new KeptCollection(this.#world, favorites))
    this.#byUser.set(userId, collections)
    return collections
  }
}

/** Spaces around a name are no part of it. */
function nameOf(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw invalidRequest('A collection needs a name.')
  return trimmed
}

/**
 * A collection's name as it can stand in an address: letters and digits of any script, and hyphens. Two collections of one
 * user never have the same: the second gets a number.
 */
function slugOf(name: string, taken: readonly (string | null)[]): string {
  const plain = name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const slug = plain === '' ? 'collection' : plain
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? slug : `${slug}-${number}`
    if (!taken.includes(numbered)) return numbered
  }
}
