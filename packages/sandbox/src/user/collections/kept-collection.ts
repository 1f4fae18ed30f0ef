import type { Collection } from '@waraq/protocol/user'
import type { KeptBookmark } from '../bookmarks/bookmarks.ts'
import type { World } from '../parts/world.ts'

/** A bookmark in a collection. */
export interface Entry {
  readonly bookmark: KeptBookmark
  /** Rises with each bookmark that is put in any collection. */
  readonly added: number
}

/** One collection. Its time moves when its name or its contents change. */
export class KeptCollection {
  readonly id: string
  readonly isDefault: boolean
  /** Whether the service made it for itself: users see it by other means than a list. */
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
    // No user made the virtual collection: it has no slug, and no time until it gets a bookmark.
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

  /** Rises with each change of any collection, where times of the same instant would not tell which was later. */
  get changed(): number {
    return this.#changed
  }

  /** In the order in which they were put in. */
  get entries(): readonly Entry[] {
    return [...this.#entries.values()]
  }

  has({ id }: KeptBookmark): boolean {
    return this.#entries.has(id)
  }

  /** Returns whether that is another name. */
  rename(name: string, slug: string): boolean {
    if (name === this.#name) return false
    this.#name = name
    this.#slug = slug
    this.#touch()
    return true
  }

  /** Adds a bookmark; returns whether it was not there. If the collection has it already, it keeps its place. */
  add(bookmark: KeptBookmark): boolean {
    if (this.has(bookmark)) return false
    this.#entries.set(bookmark.id, { bookmark, added: this.#world.nextNumber('collection entry') })
    this.#touch()
    return true
  }

  /** Removes a bookmark; returns whether the collection had it. */
  remove(bookmark: KeptBookmark): boolean {
    const removed = this.#entries.delete(bookmark.id)
    if (removed) this.#touch()
    return removed
  }

  /** The document has no operation that shows a collection to others: all are private. */
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
