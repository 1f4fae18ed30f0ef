import type { Collection } from '@waraq/protocol/user'
import type { StoredBookmark } from '../bookmarks/bookmarks.ts'
import type { World } from '../parts/world.ts'

/** A bookmark in a collection. */
export interface Entry {
  readonly bookmark: StoredBookmark
  /** Increases with each bookmark that is put in any collection. */
  readonly added: number
}

/** One collection. Its time changes with its name and its contents. */
export class StoredCollection {
  readonly id: string
  readonly isDefault: boolean
  /** Whether the service created it for its own use. Lists mark it, and clients do not show it. */
  readonly isSystem: boolean
  readonly #world: World
  readonly #entries = new Map<string, Entry>()
  #name: string
  #slug: string | null
  #updatedAt: string | null = null
  #changed = 0

  constructor(
    world: World,
    {
      id,
      name,
      slug,
      isDefault,
      isSystem = false,
    }: Pick<Collection, 'id' | 'name' | 'slug' | 'isDefault' | 'isSystem'>,
  ) {
    this.#world = world
    this.id = id
    this.isDefault = isDefault
    this.isSystem = isSystem
    this.#name = name
    this.#slug = slug
    // No user created the virtual collection: it has no slug, and no time until it gets a bookmark.
    if (!isDefault) this.#touch()
  }

  get name(): string {
    return this.#name
  }

  get slug(): string | null {
    return this.#slug
  }

  get updatedAt(): string | null {
    return this.#updatedAt
  }

  /** Increases with each change of any collection, to order changes with the same time. */
  get changed(): number {
    return this.#changed
  }

  /** In the order in which they were added. */
  get entries(): readonly Entry[] {
    return [...this.#entries.values()]
  }

  has({ id }: StoredBookmark): boolean {
    return this.#entries.has(id)
  }

  /** Renames the collection. Returns whether the name changed. */
  rename(name: string, slug: string): boolean {
    if (name === this.#name) return false
    this.#name = name
    this.#slug = slug
    this.#touch()
    return true
  }

  /** Adds a bookmark. Returns whether it is new. A bookmark that is already in the collection keeps its position. */
  add(bookmark: StoredBookmark): boolean {
    if (this.has(bookmark)) return false
    this.#entries.set(bookmark.id, { bookmark, added: this.#world.nextNumber('collection entry') })
    this.#touch()
    return true
  }

  /** Removes a bookmark. Returns whether the collection had it. */
  remove(bookmark: StoredBookmark): boolean {
    const removed = this.#entries.delete(bookmark.id)
    if (removed) this.#touch()
    return removed
  }

  /** The API documentation has no operation that shares a collection: all are private. */
  shown(): Collection {
    return {
      id: this.id,
      name: this.#name,
      slug: this.#slug,
      isPrivate: true,
      isDefault: this.isDefault,
      ...(this.isSystem && { isSystem: true }),
      updatedAt: this.#updatedAt,
      bookmarksCount: this.#entries.size,
    }
  }

  #touch(): void {
    this.#updatedAt = this.#world.instant()
    this.#changed = this.#world.nextNumber('collection change')
  }
}
