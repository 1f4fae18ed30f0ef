import * as z from 'zod/mini'
import { textOf } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { openWord, optionalText } from '../parts/objects.ts'

/** Limits of a note's text, in characters. */
export const noteBodyLimits = { least: 6, most: 10_000 } as const
export const NoteBody = /* @__PURE__ */ textOf(noteBodyLimits.least, noteBodyLimits.most)

export const attachedEntityTypes = ['reflection'] as const
export const AttachedEntityType = /* @__PURE__ */ z.enum(attachedEntityTypes)

/** The entity that a note is attached to. */
export const AttachedEntity = /* @__PURE__ */ z.looseObject({
  entityId: z.string(),
  entityType: openWord(attachedEntityTypes),
  entityMetadata: z.optional(z.looseObject({})),
})
export type AttachedEntity = z.infer<typeof AttachedEntity>

export const Note = z.looseObject({
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  body: z.string(),
  source: optionalText,
  attachedEntities: z.optional(list(AttachedEntity)),
  ranges: z.optional(list(z.string())),
})
export type Note = z.infer<typeof Note>
