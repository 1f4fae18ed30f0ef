import type { SiteStorage } from '../../platform/storage/browser-parts.ts'
import type { Clock } from '../../client/clock.ts'
import type { Entity } from '../model/entity.ts'
import type { PendingChange, Row } from '../model/records.ts'
import type { UserDatabase } from './database.ts'
import { mutate, type UserMutation } from './mutate.ts'

/**
 * Mutations whose transaction is in progress, in storage that a page writes synchronously. A page that ends within the
 * milliseconds of its transaction, such as by a reload, leaves them to the next page, which writes them.
 *
 * An intent belongs to one database, so it never reaches another account. Its transaction stores its id, so it is written
 * once, whichever page does it. It has no text that a person wrote: only that an entity should exist or not.
 */

/** A mutation to a state that does not depend on the data. */
export interface Intended {
  readonly entity: Entity
  readonly desired: true | null
}

interface Intent extends Intended {
  readonly id: string
  /** The name of the database. */
  readonly db: string
  /** Milliseconds since the epoch, by the clock of the device. */
  readonly at: number
}

/** More than one page writes at a time. The oldest is dropped. */
const mostIntents = 16
/** Milliseconds. An older intent is dropped: the person has long seen that it was not kept. */
const keptForMs = 24 * 3_600_000

/** An intent while its page writes it. */
export interface Noted {
  readonly id: string
  /** Call it once the transaction has ended, whatever its outcome: the caller then tells the person. */
  readonly done: () => void
}

export class Intents {
  readonly #key: string
  readonly #marks: SiteStorage | null
  readonly #clock: Pick<Clock, 'now'>
  /** Intents of this page. It writes them itself. */
  readonly #own = new Set<string>()

  constructor(name: string, marks: SiteStorage | null, clock: Pick<Clock, 'now'>) {
    this.#key = `${name}:intents`
    this.#marks = marks
    this.#clock = clock
  }

  note(db: string, { entity, desired }: Intended): Noted {
    const id = crypto.randomUUID()
    this.#own.add(id)
    this.#set([...this.#all(), { id, db, at: this.#clock.now(), entity, desired }].slice(-mostIntents))
    return {
      id,
      done: () => {
        this.#own.delete(id)
        this.#remove((each) => each.id === id)
      },
    }
  }

  /**
   * Writes what earlier pages left for this database, unless the entity was changed since. Resolves with whether there was
   * any. If it fails, the next page tries again.
   */
  async recover(db: UserDatabase): Promise<boolean> {
    const left = this.#all().filter((each) => each.db === db.name && !this.#own.has(each.id))
    if (left.length === 0) return false
    await mutate(db, this.#clock.now(), async () => {
      const mutations: UserMutation[] = []
      const { offset } = await db.clock()
      for (const { id, at, entity, desired } of left) {
        const done = { at: at + offset, ahead: offset }
        const [row, pending] = await Promise.all([db.rows.get(entity.key), db.pending.get(entity.key)])
        const isFirst = await db.noteWritten(id)
        if (isFirst && changedAt(row, pending) < done.at) mutations.push({ entity, desired, done })
      }
      return mutations
    })
    const written = new Set(left.map(({ id }) => id))
    this.#remove(({ id }) => written.has(id))
    return true
  }

  /** Drops the intents of a database, because the person removes its data from this device. */
  forget(db: string): void {
    this.#remove((each) => each.db === db)
  }

  #all(): readonly Intent[] {
    try {
      const stored: unknown = JSON.parse(this.#marks?.getItem(this.#key) ?? '[]')
      const now = this.#clock.now()
      return (Array.isArray(stored) ? stored : []).filter(
        (each): each is Intent => isIntent(each) && Math.abs(now - each.at) < keptForMs,
      )
    } catch {
      return []
    }
  }

  #remove(isOver: (intent: Intent) => boolean): void {
    const all = this.#all()
    if (all.some(isOver)) this.#set(all.filter((each) => !isOver(each)))
  }

  #set(all: readonly Intent[]): void {
    try {
      if (all.length > 0) this.#marks?.setItem(this.#key, JSON.stringify(all))
      else this.#marks?.removeItem(this.#key)
    } catch {
      // Storage is blocked or full. A page that ends at this moment loses the mutation, as without intents.
    }
  }
}

/** When the entity last changed, as far as it is known, in milliseconds since the epoch by the service's clock. */
function changedAt(row: Row | undefined, pending: PendingChange | undefined): number {
  return Math.max(pending?.at ?? 0, row?.at ?? 0, row?.broughtAt ?? 0)
}

/** Other code of the site may have written the storage. */
function isIntent(value: unknown): boolean {
  const { id, db, at, entity, desired } = Object(value) as Partial<Intent>
  const { key, kind, chapters } = Object(entity) as Partial<Entity>
  const hasOrigin = typeof id === 'string' && typeof db === 'string' && typeof at === 'number'
  const isEntity = typeof key === 'string' && typeof kind === 'string' && Array.isArray(chapters)
  return hasOrigin && isEntity && (desired === true || desired === null)
}
