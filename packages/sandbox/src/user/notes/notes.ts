import type {
  AttachedEntity,
  CreateNoteBody,
  ListEntityNotesQuery,
  ListNotesQuery,
  ListRangeNotesQuery,
  Note,
  UpdateNoteBody,
} from '@waraq/protocol/user'
import { allVerses } from '../../content/verses.ts'
import { notFound } from '../parts/refusal.ts'
import { meet, needVerseOfKey, spanOf, spanOfKeys, type VerseSpan } from '../parts/verse-index.ts'
import type { World } from '../parts/world.ts'
import { entityOf, savedToReflections, shown, type StoredNote } from './stored-note.ts'

/** Private notes of users. A user does not find the notes of others. */
export class Notes {
  readonly #world: World
  /** Oldest first. */
  readonly #byUser = new Map<string, StoredNote[]>()

  constructor(world: World) {
    this.#world = world
  }

  /** @throws {Refusal} 422 if a range is not a range of verses */
  create(userId: string, { body, saveToQR, attachedEntity, ranges }: CreateNoteBody): Note {
    const spans = (ranges ?? []).map(spanOf)
    const now = this.#world.instant()
    const note: StoredNote = {
      id: this.#world.nextText('note'),
      createdAt: now,
      updatedAt: now,
      body,
      source: saveToQR ? savedToReflections : undefined,
      attachedEntities: attachedEntity ? [entityOf(attachedEntity)] : [],
      ranges: ranges && [...ranges],
      spans,
    }
    this.#byUser.set(userId, [...this.#of(userId), note])
    this.#world.journal.changed(userId, 'NOTE', note.id)
    return shown(note)
  }

  /** By creation time. */
  list(userId: string, sortBy: ListNotesQuery['sortBy'] = 'newest'): Note[] {
    return sortBy === 'oldest' ? this.#of(userId).map((note) => shown(note)) : this.#newest(userId)
  }

  /**
   * Newest first.
   * @throws {Refusal} 422 if there is no such verse
   */
  ofVerse(userId: string, verseKey: string): Note[] {
    const { id } = needVerseOfKey(verseKey)
    return this.#newest(userId, (note) => touches(note, { from: id, to: id }))
  }

  /**
   * Notes about any verse of the range, both ends included, newest first.
   * @throws {Refusal} 422 if it is not a range
   */
  inRange(userId: string, ends: ListRangeNotesQuery): Note[] {
    const span = spanOfKeys(ends)
    return this.#newest(userId, (note) => touches(note, span))
  }

  /** Newest first. */
  ofEntity(userId: string, { entityId, entityType }: ListEntityNotesQuery): Note[] {
    return this.#newest(userId, ({ attachedEntities }) =>
      attachedEntities.some((entity) => entity.entityId === entityId && entity.entityType === entityType),
    )
  }

  /**
   * The number of notes about each verse of the range, both ends included: `{ "2:255": 1 }`. The API documentation only says
   * that it is an object; verses without notes are left out.
   * @throws {Refusal} 422 if it is not a range
   */
  countInRange(userId: string, ends: ListRangeNotesQuery): Record<string, number> {
    const { from, to } = spanOfKeys(ends)
    const notes = this.#of(userId).filter((note) => touches(note, { from, to }))
    const counts = allVerses()
      .slice(from - 1, to)
      .map(
        ({ id, key }) => [key, notes.filter((note) => touches(note, { from: id, to: id })).length] as const,
      )
    return Object.fromEntries(counts.filter(([, count]) => count > 0))
  }

  /** @throws {Refusal} 404 */
  get(
    userId: string,
    id: string,
    { entities = true }: { readonly entities?: boolean | undefined } = {},
  ): Note {
    return shown(this.#need(userId, id), entities)
  }

  /**
   * Changes a note. Its verses stay unless others are given. A note that was saved to the reflections stays there, even with
   * `saveToQR: false`.
   * @throws {Refusal} 404, 422 if a range is not a range of verses
   */
  update(userId: string, id: string, { body, saveToQR }: UpdateNoteBody, ranges?: readonly string[]): Note {
    const note = this.#need(userId, id)
    if (ranges) Object.assign(note, { spans: ranges.map(spanOf), ranges: [...ranges] })
    note.body = body
    note.updatedAt = this.#world.instant()
    if (saveToQR) note.source = savedToReflections
    this.#world.journal.changed(userId, 'NOTE', id)
    return shown(note)
  }

  /** @throws {Refusal} 404 */
  attach(userId: string, id: string, entity: AttachedEntity): void {
    this.#need(userId, id).attachedEntities.push(entityOf(entity))
  }

  /** @throws {Refusal} 404 */
  delete(userId: string, id: string): void {
    const note = this.#need(userId, id)
    this.#byUser.set(
      userId,
      this.#of(userId).filter((one) => one !== note),
    )
    this.#world.journal.changed(userId, 'NOTE', id, { isGone: true })
  }

  #of(userId: string): readonly StoredNote[] {
    return this.#byUser.get(userId) ?? []
  }

  #newest(userId: string, wanted: (note: StoredNote) => boolean = () => true): Note[] {
    const notes = this.#of(userId).filter(wanted)
    return notes.map((note) => shown(note)).reverse()
  }

  #need(userId: string, id: string): StoredNote {
    const note = this.#of(userId).find((one) => one.id === id)
    if (!note) throw notFound('note')
    return note
  }
}

function touches(note: StoredNote, span: VerseSpan): boolean {
  return note.spans.some((one) => meet(one, span))
}
