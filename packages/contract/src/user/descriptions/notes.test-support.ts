import { cursorList, data, optionalFlag, someObject, texts } from './common.test-support.ts'
import {
  closed,
  flag,
  inside,
  listOf,
  mapOf,
  number,
  object,
  openWords,
  text,
  textOfLength,
  verseKey,
  verseRange,
  words,
} from './describe.test-support.ts'

/** What the document says of notes. */

const ranges = { 'ranges?': listOf(verseRange) }
const noteBody = textOfLength(6, 10_000)
const entityType = words('reflection')
const attached = { entityId: text, 'entityMetadata?': someObject }
const AttachedEntity = object({ ...attached, entityType: openWords('reflection') })
const Note = object({
  ...texts('id', 'createdAt', 'updatedAt', 'body'),
  'source?': text,
  'attachedEntities?': listOf(inside(AttachedEntity)),
  'ranges?': listOf(text),
})
const within = closed({ from: verseKey, to: verseKey })

export const notes = {
  AttachedEntity,
  Note,
  ListNotesQuery: closed({
    'cursor?': text,
    'limit?': number({ least: 1, most: 50 }),
    'sortBy?': words('newest', 'oldest'),
  }),
  ListNotesResponse: cursorList(Note),
  CreateNoteBody: object({
    body: noteBody,
    saveToQR: flag,
    'attachedEntity?': object({ ...attached, entityType }),
    ...ranges,
  }),
  NoteResponse: data(inside(Note)),
  ListVerseNotesResponse: cursorList(Note),
  ListEntityNotesQuery: closed({ entityId: text, entityType }),
  ListEntityNotesResponse: data(listOf(inside(Note))),
  ListRangeNotesQuery: within,
  ListRangeNotesResponse: data(listOf(inside(Note))),
  CountRangeNotesQuery: within,
  CountRangeNotesResponse: data(mapOf(number())),
  GetNoteQuery: closed({ 'withAttachedEntities?': flag }),
  UpdateNoteBody: object({ body: noteBody, 'saveToQR?': flag }),
  DeleteNoteResponse: data(optionalFlag('success')),
  PublishNoteBody: object({ body: noteBody, ...ranges }),
  PublishNoteResponse: data(object({ success: flag, 'postId?': number() })),
}
