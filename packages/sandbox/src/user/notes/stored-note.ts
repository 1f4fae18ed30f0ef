import type { AttachedEntity, Note } from '@waraq/protocol/user'
import type { VerseSpan } from '../parts/verse-index.ts'

/** A note as the sandbox stores it. */
export interface StoredNote {
  readonly id: string
  readonly createdAt: string
  updatedAt: string
  body: string
  source: string | undefined
  readonly attachedEntities: AttachedEntity[]
  /** As given; undefined if none were given. */
  ranges: readonly string[] | undefined
  /** The verses of the ranges. */
  spans: readonly VerseSpan[]
}

/**
 * The API documentation defines neither `saveToQR` nor the values of `source`. Here a note that was saved to the reflections
 * has this `source`, and other notes have none. Such a note is not a post, and other users do not see it: only publishing
 * creates a post.
 */
export const savedToReflections = 'QR'

/** The fields of an attached entity, without any others. */
export function entityOf({ entityId, entityType, entityMetadata }: AttachedEntity): AttachedEntity {
  return { entityId, entityType, ...(entityMetadata && { entityMetadata }) }
}

/** A note as users see it. */
export function shown(note: StoredNote, withEntities = true): Note {
  const { id, createdAt, updatedAt, body, source, attachedEntities, ranges } = note
  return {
    id,
    createdAt,
    updatedAt,
    body,
    ...(source !== undefined && { source }),
    ...(withEntities && attachedEntities.length > 0 && { attachedEntities: [...attachedEntities] }),
    ...(ranges && { ranges: [...ranges] }),
  }
}
