import { cursorList, data, optionalFlag, someObject, texts } from './common.test-support.ts'
import {
  closed,
  flag,
  inside,
  listOf,
  number,
  object,
  text,
  textOfLength,
  verseKey,
  verseRange,
  words,
} from './describe.test-support.ts'

/** What the document says of notes. */

export const ranges = { 'ranges?': listOf(verseRange) }
const noteBody = textOfLength(6, 10_000)
const entityType = words('reflection')
const AttachedEntity = object({ entityId: text, entityType, 'entityMetadata?': someObject })
const Note = object({
  ...texts('id', 'createdAt', 'updatedAt'),
  body: noteBody,
  'source?': text,
  'attachedEntities?': listOf(inside(AttachedEntity)),
  ...ranges,
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
  CreateNoteBody: object({ body: noteBody, saveToQR: flag, 'attachedEntity?': AttachedEntity, ...ranges }),
  NoteResponse: data(inside(Note)),
  ListVerseNotesResponse: cursorList(Note),
  ListEntityNotesQuery: closed({ entityId: text, entityType }),
  ListEntityNotesResponse: data(listOf(inside(Note))),
  ListRangeNotesQuery: within,
  ListRangeNotesResponse: data(listOf(inside(Note))),
  CountRangeNotesQuery: within,
  CountRangeNotesResponse: data(someObject),
  GetNoteQuery: closed({ 'withAttachedEntities?': flag }),
  UpdateNoteBody: object({ body: noteBody, 'saveToQR?': flag }),
  DeleteNoteResponse: data(optionalFlag('success')),
  PublishNoteBody: object({ body: noteBody, ...ranges }),
  PublishNoteResponse: data(object({ success: flag, 'postId?': number() })),
}
