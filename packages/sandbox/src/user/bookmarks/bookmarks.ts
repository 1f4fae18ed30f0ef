import { notFound } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'
import { identityOf, type Target } from './target.ts'

/** A bookmark as the sandbox keeps it. `shown.ts` makes the form that users see. */
export interface KeptBookmark {
  readonly id: string
  /** How many bookmarks there were before it, and one. */
  readonly number: number
  readonly userId: string
  readonly createdAt: string
  readonly target: Target
  /** Null until a request says whether it is. */
  isReading: boolean | null
  /** Whether the user set it for its own sake. Other bookmarks were made for a collection. */
  standalone: boolean
}

/** The bookmarks of all users: one for each place. Collections are kept elsewhere. */
export class Bookmarks {
  readonly #world: World
  readonly #byUser = new Map<string, Map<string, KeptBookmark>>()

  constructor(world: World) {
    this.#world = world
  }

  /** A user's bookmarks, newest first. */
  of(userId: string): readonly KeptBookmark[] {
    return [...this.#bookmarksOf(userId).values()].reverse()
  }

  find(userId: string, target: Target): KeptBookmark | undefined {
    return this.#bookmarksOf(userId).get(identityOf(target))
  }

  /** @throws {Refusal} 404 where this user has no such bookmark */
  need(userId: string, id: string): KeptBookmark {
    const bookmark = this.of(userId).find((one) => one.id === id)
    if (!bookmark) throw notFound('bookmark')
    return bookmark
  }

  /** The bookmark of the user's reading place. */
  reading(userId: string): KeptBookmark | undefined {
    return this.of(userId).find(({ isReading }) => isReading)
  }

  /**
   * Sets a bookmark, or finds the existing one. With `isReading: true` it takes the mark of the user's reading place
   * from the bookmark that had it; a bookmark that was made for a collection stays one. `isReading: false` and `null` take
   * the mark away and set nothing.
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

  /** Takes back all that the user set: the bookmark itself, and the mark. What collections have of it stays. */
  unset(bookmark: KeptBookmark): void {
    bookmark.standalone = false
    this.#setMark(bookmark, false)
  }

  /** The bookmark of a place, for a collection that it is put in. */
  ensure(userId: string, target: Target): KeptBookmark {
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

  /** Called where no collection has the bookmark. Deletes it, unless the user set it for its own sake or reads there. */
  release({ id, userId, target, standalone, isReading }: KeptBookmark): void {
    if (standalone || isReading) return
    if (this.#bookmarksOf(userId).delete(identityOf(target)))
      this.#world.journal.changed(userId, 'BOOKMARK', id, { isGone: true })
  }

  #mark(userId: string, bookmark: KeptBookmark): void {
    const former = this.reading(userId)
    if (former && former !== bookmark) this.#setMark(former, false)
    this.#setMark(bookmark, true)
  }

  #setMark(bookmark: KeptBookmark, isReading: boolean): void {
    if (bookmark.isReading === isReading) return
    bookmark.isReading = isReading
    this.#world.journal.changed(bookmark.userId, 'BOOKMARK', bookmark.id)
  }

  #bookmarksOf(userId: string): Map<string, KeptBookmark> {
    const bookmarks = this.#byUser.get(userId) ?? new Map<string, KeptBookmark>()
    this.#byUser.set(userId, bookmarks)
    return bookmarks
  }
}
