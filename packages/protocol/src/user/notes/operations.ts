import * as z from 'zod/mini'
import { cursorListOf, dataOf, flagged } from '../parts/answers.ts'
import { verseKey } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import {
  anyObject,
  body,
  documentedDefault,
  optionalFlag,
  optionalNumber,
  optionalText,
  query,
} from '../parts/objects.ts'
import { VerseRange } from '../parts/verse-range.ts'
import { AttachedEntityType, Note, NoteBody } from './note.ts'

export const noteSortings = ['newest', 'oldest'] as const
/** Limits of the number of notes in one request. */
export const notePageLimits = { least: 1, most: 50, default: 20 } as const

const ranges = /* @__PURE__ */ z.optional(list(VerseRange))
const limit = /* @__PURE__ */ documentedDefault(
  z.optional(z.number().check(z.gte(notePageLimits.least), z.lte(notePageLimits.most))),
  notePageLimits.default,
)

/** GET /v1/notes. It takes one cursor and a limit instead of the four parameters of other cursor lists. */
export const ListNotesQuery = /* @__PURE__ */ query({
  cursor: optionalText,
  limit,
  sortBy: z.optional(z.enum(noteSortings)),
})
export type ListNotesQuery = z.infer<typeof ListNotesQuery>
export const ListNotesResponse = /* @__PURE__ */ cursorListOf(Note)
export type ListNotesResponse = z.infer<typeof ListNotesResponse>

/** POST /v1/notes. `saveToQR` also stores it in the reflection feature. */
export const CreateNoteBody = /* @__PURE__ */ body({
  body: NoteBody,
  saveToQR: z.boolean(),
  attachedEntity: z.optional(
    body({
      entityId: z.string(),
      entityType: AttachedEntityType,
      entityMetadata: z.optional(anyObject),
    }),
  ),
  ranges,
})
export type CreateNoteBody = z.infer<typeof CreateNoteBody>
/** One note, as created, read or changed. */
export const NoteResponse = /* @__PURE__ */ dataOf(Note)
export type NoteResponse = z.infer<typeof NoteResponse>

/** GET /v1/notes/by-verse/{verseKey} */
export const ListVerseNotesResponse = /* @__PURE__ */ cursorListOf(Note)
export type ListVerseNotesResponse = z.infer<typeof ListVerseNotesResponse>

/** GET /v1/notes/by-attached-entity */
export const ListEntityNotesQuery = /* @__PURE__ */ query({
  entityId: z.string(),
  entityType: AttachedEntityType,
})
export type ListEntityNotesQuery = z.infer<typeof ListEntityNotesQuery>
export const ListEntityNotesResponse = /* @__PURE__ */ dataOf(list(Note))
export type ListEntityNotesResponse = z.infer<typeof ListEntityNotesResponse>

/** GET /v1/notes/by-range */
export const ListRangeNotesQuery = /* @__PURE__ */ query({ from: verseKey, to: verseKey })
export type ListRangeNotesQuery = z.infer<typeof ListRangeNotesQuery>
export const ListRangeNotesResponse = /* @__PURE__ */ dataOf(list(Note))
export type ListRangeNotesResponse = z.infer<typeof ListRangeNotesResponse>

/**
 * GET /v1/notes/count-within-range: the number of notes by verse key, such as `{ '2:255': 3 }`. Verses without notes are left
 * out.
 */
export const CountRangeNotesQuery = /* @__PURE__ */ query({ from: verseKey, to: verseKey })
export type CountRangeNotesQuery = z.infer<typeof CountRangeNotesQuery>
export const CountRangeNotesResponse = /* @__PURE__ */ dataOf(z.record(z.string(), z.number()))
export type CountRangeNotesResponse = z.infer<typeof CountRangeNotesResponse>

/** GET /v1/notes/{noteId} */
export const GetNoteQuery = /* @__PURE__ */ query({
  withAttachedEntities: documentedDefault(optionalFlag, true),
})
export type GetNoteQuery = z.infer<typeof GetNoteQuery>

/** PATCH /v1/notes/{noteId} */
export const UpdateNoteBody = /* @__PURE__ */ body({
  body: NoteBody,
  saveToQR: documentedDefault(optionalFlag, false),
})
export type UpdateNoteBody = z.infer<typeof UpdateNoteBody>

/** DELETE /v1/notes/{noteId} */
export const DeleteNoteResponse = /* @__PURE__ */ dataOf(flagged('success'))
export type DeleteNoteResponse = z.infer<typeof DeleteNoteResponse>

/** POST /v1/notes/{noteId}/publish: creates a post from the note. */
export const PublishNoteBody = /* @__PURE__ */ body({ body: NoteBody, ranges })
export type PublishNoteBody = z.infer<typeof PublishNoteBody>
export const PublishNoteResponse = /* @__PURE__ */ dataOf(
  z.looseObject({ success: z.boolean(), postId: optionalNumber }),
)
export type PublishNoteResponse = z.infer<typeof PublishNoteResponse>
