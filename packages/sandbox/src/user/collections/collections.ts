import { favoritesCollectionId } from '@waraq/protocol/user'
import type { Bookmarks, StoredBookmark } from '../bookmarks/bookmarks.ts'
import type { Membership } from '../bookmarks/shown.ts'
import type { Target } from '../bookmarks/target.ts'
import { membershipId } from '../parts/journal.ts'
import { forbidden, invalidRequest, notFound } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'
import { type Entry, StoredCollection } from './stored-collection.ts'
import { sortedCollections } from './sorting.ts'

/** The collections of all users, and their bookmarks. Every user has the virtual collection Favorites. */
export class Collections {
  readonly #world: World
  readonly #bookmarks: Bookmarks
  readonly #byUser = new Map<string, Map<string, StoredCollection>>()

  constructor(world: World, bookmarks: Bookmarks) {
    this.#world = world
    this.#bookmarks = bookmarks
  }

  /**
   * The collections in the user's lists: those that the user created, and system collections, which lists of the service mark
   * with `isSystem`. The API documentation does not say whether Favorites are listed. Here they are not, because they are
   * virtual, and a bookmark's collections include them only on request.
   */
  of(userId: string): readonly StoredCollection[] {
    return this.#all(userId).filter(({ isDefault }) => !isDefault)
  }

  /** @throws {Refusal} 404 if this user has no such collection */
  need(userId: string, id: string): StoredCollection {
    const collection = this.#collectionsOf(userId).get(id)
    if (!collection) throw notFound('collection')
    return collection
  }

  /**
   * Creates a collection. A system collection, such as the highlights of a colour, is identified by its name: there is one
   * of each. It is in the user's lists; clients do not show it there.
   * @throws {Refusal} 400 if the name is blank
   */
  create(userId: string, name: string, isSystem = false): StoredCollection {
    const id = this.#world.nextText('collection')
    const named = nameOf(name)
    const known = isSystem && this.#all(userId).find((one) => one.isSystem && one.name === named)
    if (known) return known
    const slug = isSystem ? null : slugOf(named, this.#slugs(userId))
    const collection = new StoredCollection(this.#world, {
      id,
      name: named,
      slug,
      isDefault: false,
      isSystem,
    })
    this.#collectionsOf(userId).set(id, collection)
    this.#world.journal.changed(userId, 'COLLECTION', id)
    return collection
  }

  /**
   * Renames a collection. The slug changes with the name.
   * @throws {Refusal} 400 if the name is blank, 403 for Favorites, 404
   */
  rename(userId: string, id: string, name: string): void {
    const collection = this.#needOwn(userId, id)
    const named = nameOf(name)
    const taken = this.#slugs(userId).filter((slug) => slug !== collection.slug)
    if (collection.rename(named, slugOf(named, taken))) this.#world.journal.changed(userId, 'COLLECTION', id)
  }

  /**
   * Deletes a collection, and those of its bookmarks that are in no other collection and were not set by the user.
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
   * Puts the bookmark of a place in a collection. Creates the bookmark if there is none.
   * @throws {Refusal} 400 if anything but a verse is added to Favorites, 404
   */
  add(userId: string, id: string, target: Target): void {
    const collection = this.need(userId, id)
    if (collection.isDefault && target.type !== 'ayah') throw invalidRequest('Favorites are for verses.')
    const bookmark = this.#bookmarks.ensure(userId, target)
    // No user creates Favorites: the feed reports them as soon as they have a bookmark.
    if (collection.isDefault && !this.#world.journal.row(userId, 'COLLECTION', id))
      this.#world.journal.changed(userId, 'COLLECTION', id)
    if (collection.add(bookmark)) this.#noteMembership(collection, bookmark, false)
  }

  /**
   * Removes a bookmark from a collection. The bookmark is deleted if it was created for a collection, is in no other one,
   * and is not the user's reading place.
   * @throws {Refusal} 404 if there is no such collection, or if it does not have the bookmark
   */
  remove(userId: string, id: string, bookmark: StoredBookmark | undefined): void {
    const collection = this.need(userId, id)
    if (!bookmark || !collection.remove(bookmark)) throw notFound('bookmark')
    this.#noteMembership(collection, bookmark, true)
    this.releaseOrphan(bookmark)
  }

  /** Deletes a bookmark that is in no collection and was not set by its user. */
  releaseOrphan(bookmark: StoredBookmark): void {
    if (this.holding(bookmark.userId, [bookmark], true).length === 0) this.#bookmarks.release(bookmark)
  }

  membershipOf(bookmark: StoredBookmark): Membership {
    const holding = this.holding(bookmark.userId, [bookmark], true)
    return {
      isInDefaultCollection: holding.some(({ isDefault }) => isDefault),
      collectionsCount: holding.filter(({ isSystem }) => !isSystem).length,
    }
  }

  /** The collections that have one of the bookmarks, the latest change first. Includes Favorites only on request. */
  holding(userId: string, bookmarks: readonly StoredBookmark[], withFavorites = false): StoredCollection[] {
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

  /** The feed also reports Favorites with the bookmark, as a flag of it. */
  #noteMembership({ id, isDefault }: StoredCollection, bookmark: StoredBookmark, isGone: boolean): void {
    const { journal } = this.#world
    const ends = { collectionId: id, bookmarkId: bookmark.id }
    journal.changed(bookmark.userId, 'COLLECTION_BOOKMARK', membershipId(id, bookmark.id), { ends, isGone })
    if (isDefault) journal.changed(bookmark.userId, 'BOOKMARK', bookmark.id)
  }

  #needOwn(userId: string, id: string): StoredCollection {
    const collection = this.need(userId, id)
    if (collection.isDefault) throw forbidden('Favorites can be neither renamed nor deleted.')
    if (collection.isSystem) throw forbidden('Collections of the system can be neither renamed nor deleted.')
    return collection
  }

  #all(userId: string): readonly StoredCollection[] {
    return [...this.#collectionsOf(userId).values()]
  }

  #slugs(userId: string): (string | null)[] {
    return this.#all(userId).map(({ slug }) => slug)
  }

  #collectionsOf(userId: string): Map<string, StoredCollection> {
    const found = this.#byUser.get(userId)
    if (found) return found
    const favorites = { id: favoritesCollectionId, name: 'Favorites', slug: null, isDefault: true }
    const collections = new Map<string, StoredCollection>()
    collections.set(favorites.id, new StoredCollection(this.#world, favorites))
    this.#byUser.set(userId, collections)
    return collections
  }
}

/** Spaces around a name are not part of it. */
function nameOf(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw invalidRequest('A collection needs a name.')
  return trimmed
}

/**
 * A collection's name in a form for addresses: letters and digits of any script, and hyphens. Two collections of one user
 * never have the same slug: the second gets a number.
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
