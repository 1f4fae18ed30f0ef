import type { AttachedEntity, Note } from '@waraq/protocol/user'
import type { VerseSpan } from '../parts/verse-index.ts'

/** A note as the sandbox keeps it. */
export interface StoredNote {
  readonly id: string
  readonly createdAt: string
  updatedAt: string
  body: string
  source: string | undefined
  readonly attachedEntities: AttachedEntity[]
  /** As they were given; undefined where none were. */
  ranges: readonly string[] | undefined
  /** The verses of the ranges. */
  spans: readonly VerseSpan[]
}

/**
 * The document says neither what `saveToQR` does nor what `source` tells. Here a note that was saved to the reflections
 * says so in `source`, others have none. It is no post, and other users do not see it: only publishing makes a post.
 */
export const savedToReflections = 'QR'

/** The fields of an attached entity, and no others. */
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
