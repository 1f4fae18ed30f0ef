import { notFound } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'
import { identityOf, type Target } from './target.ts'

/** A bookmark as the sandbox stores it. `shown.ts` creates the form that users see. */
export interface StoredBookmark {
  readonly id: string
  /** The number of bookmarks before it, plus one. */
  readonly number: number
  readonly userId: string
  readonly createdAt: string
  readonly target: Target
  /** Null until a request sets it. */
  isReading: boolean | null
  /** Whether the user set it explicitly. Other bookmarks were created for a collection. */
  standalone: boolean
}

/** The bookmarks of all users: one for each place. Collections are stored elsewhere. */
export class Bookmarks {
  readonly #world: World
  readonly #byUser = new Map<string, Map<string, StoredBookmark>>()

  constructor(world: World) {
    this.#world = world
  }

  /** A user's bookmarks, newest first. */
  of(userId: string): readonly StoredBookmark[] {
    return [...this.#bookmarksOf(userId).values()].reverse()
  }

  find(userId: string, target: Target): StoredBookmark | undefined {
    return this.#bookmarksOf(userId).get(identityOf(target))
  }

  /** @throws {Refusal} 404 if this user has no such bookmark */
  need(userId: string, id: string): StoredBookmark {
    const bookmark = this.of(userId).find((one) => one.id === id)
    if (!bookmark) throw notFound('bookmark')
    return bookmark
  }

  /** The bookmark of the user's reading place. */
  reading(userId: string): StoredBookmark | undefined {
    return this.of(userId).find(({ isReading }) => isReading)
  }

  /**
   * Sets a bookmark, or finds the existing one. `isReading: true` moves the mark of the user's reading place from the
   * previous bookmark to this one; a bookmark that was created for a collection stays so. `isReading: false` and `null`
   * remove the mark and set nothing.
   */
  set(userId: string, target: Target, isReading?: boolean | null): void {
    const found = this.find(userId, target)
    if (isReading === false || isReading === null) {
      if (found) this.#setMark(found, false)
      return
    }
    const bookmark = found ?? this.ensure(userId, target)
    if (!found || isReading === undefined) bookmark.standalone = true
    if (isReading) this.#mark(userId, bookmark)
  }

  /** Removes everything that the user set: the bookmark itself and the mark. The bookmark's entries in collections stay. */
  unset(bookmark: StoredBookmark): void {
    bookmark.standalone = false
    this.#setMark(bookmark, false)
  }

  /** Returns the bookmark of a place, for a collection that it is added to. */
  ensure(userId: string, target: Target): StoredBookmark {
    const found = this.find(userId, target)
    if (found) return found
    const number = this.#world.nextNumber('bookmark')
    const bookmark = {
      id: `bookmark-${number}`,
      number,
      userId,
      createdAt: this.#world.instant(),
      target,
      isReading: null,
      standalone: false,
    }
    this.#bookmarksOf(userId).set(identityOf(target), bookmark)
    this.#world.journal.changed(userId, 'BOOKMARK', bookmark.id)
    return bookmark
  }

  /** Called when no collection has the bookmark. Deletes it, unless the user set it explicitly or it is the reading place. */
  release({ id, userId, target, standalone, isReading }: StoredBookmark): void {
    if (standalone || isReading) return
    if (this.#bookmarksOf(userId).delete(identityOf(target)))
      this.#world.journal.changed(userId, 'BOOKMARK', id, { isGone: true })
  }

  #mark(userId: string, bookmark: StoredBookmark): void {
    const former = this.reading(userId)
    if (former && former !== bookmark) this.#setMark(former, false)
    this.#setMark(bookmark, true)
  }

  #setMark(bookmark: StoredBookmark, isReading: boolean): void {
    if (bookmark.isReading === isReading) return
    bookmark.isReading = isReading
    this.#world.journal.changed(bookmark.userId, 'BOOKMARK', bookmark.id)
  }

  #bookmarksOf(userId: string): Map<string, StoredBookmark> {
    const bookmarks = this.#byUser.get(userId) ?? new Map<string, StoredBookmark>()
    this.#byUser.set(userId, bookmarks)
    return bookmarks
  }
}
