import type { ReadingSlot } from '@waraq/protocol/user'
import type { Target } from '../bookmarks/target.ts'
import { notFound } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'

/** A slot that a user has placed. */
export interface StoredReadingBookmark {
  readonly id: string
  readonly slot: ReadingSlot
  readonly name: string | null
  readonly target: Target
  /** The time of the user's action, as sent by the client. If the client sent none, the time of arrival. */
  readonly actedAt: number
}

/** The reading bookmarks of all users: three slots each. Only the feed has them. */
export class ReadingBookmarks {
  readonly #world: World
  readonly #byUser = new Map<string, Map<ReadingSlot, StoredReadingBookmark>>()

  constructor(world: World) {
    this.#world = world
  }

  /** @throws {Refusal} 404 */
  need(userId: string, id: string): StoredReadingBookmark {
    const found = [...this.#of(userId).values()].find((one) => one.id === id)
    if (!found) throw notFound('reading bookmark')
    return found
  }

  /** Places a slot. An action that is older than the latest one on the slot changes nothing. */
  place(
    userId: string,
    placed: Pick<StoredReadingBookmark, 'slot' | 'name' | 'target'>,
    clientUpdatedAt: string | undefined,
  ): StoredReadingBookmark {
    const former = this.#of(userId).get(placed.slot)
    const actedAt = clientUpdatedAt === undefined ? this.#world.now() : Date.parse(clientUpdatedAt)
    if (former && actedAt < former.actedAt) return former
    const id = former?.id ?? this.#world.nextText('reading-bookmark')
    const kept = { id, ...placed, actedAt }
    this.#of(userId).set(placed.slot, kept)
    this.#world.journal.changed(userId, 'READING_BOOKMARK', id)
    return kept
  }

  /** @throws {Refusal} 404 */
  delete(userId: string, id: string): void {
    this.#of(userId).delete(this.need(userId, id).slot)
    this.#world.journal.changed(userId, 'READING_BOOKMARK', id, { isGone: true })
  }

  #of(userId: string): Map<ReadingSlot, StoredReadingBookmark> {
    const found = this.#byUser.get(userId) ?? new Map<ReadingSlot, StoredReadingBookmark>()
    this.#byUser.set(userId, found)
    return found
  }
}
