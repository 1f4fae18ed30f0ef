import {
  CountRangeNotesQuery,
  CountRangeNotesResponse,
  CreateNoteBody,
  DeleteNoteResponse,
  GetNoteQuery,
  ListEntityNotesQuery,
  ListEntityNotesResponse,
  ListNotesQuery,
  ListNotesResponse,
  ListRangeNotesQuery,
  ListRangeNotesResponse,
  ListVerseNotesResponse,
  NoteResponse,
  PublishNoteBody,
  PublishNoteResponse,
  UpdateNoteBody,
  PathVerseKey,
} from '@waraq/protocol/user'
import { auth } from '../operation.ts'

export const notes = {
  create: /* @__PURE__ */ auth('POST /v1/notes', 'note.create', NoteResponse, {
    body: CreateNoteBody,
  }),
  list: /* @__PURE__ */ auth('GET /v1/notes', 'note.read', ListNotesResponse, {
    query: ListNotesQuery,
    paging: 'continued',
  }),
  get: /* @__PURE__ */ auth('GET /v1/notes/{noteId}', 'note.read', NoteResponse, {
    query: GetNoteQuery,
  }),
  update: /* @__PURE__ */ auth('PATCH /v1/notes/{noteId}', 'note.update', NoteResponse, {
    body: UpdateNoteBody,
  }),
  delete: /* @__PURE__ */ auth('DELETE /v1/notes/{noteId}', 'note.delete', DeleteNoteResponse),
  /** Publishes the note as a post. */
  publish: /* @__PURE__ */ auth('POST /v1/notes/{noteId}/publish', 'note.publish', PublishNoteResponse, {
    body: PublishNoteBody,
  }),
  listByVerse: /* @__PURE__ */ auth(
    'GET /v1/notes/by-verse/{verseKey}',
    'note.read',
    ListVerseNotesResponse,
    { params: { verseKey: PathVerseKey } },
  ),
  listByEntity: /* @__PURE__ */ auth(
    'GET /v1/notes/by-attached-entity',
    'note.read',
    ListEntityNotesResponse,
    { query: ListEntityNotesQuery },
  ),
  listInRange: /* @__PURE__ */ auth('GET /v1/notes/by-range', 'note.read', ListRangeNotesResponse, {
    query: ListRangeNotesQuery,
  }),
  countInRange: /* @__PURE__ */ auth(
    'GET /v1/notes/count-within-range',
    'note.read',
    CountRangeNotesResponse,
    { query: CountRangeNotesQuery },
  ),
}
