import {
  ListEntityNotesResponse,
  NoteResponse,
  PostSerialized,
  type PublishNoteBody,
  PublishNoteResponse,
} from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../parts/refusal.ts'
import { World } from '../parts/world.ts'
import { Notes } from './notes.ts'
import { twoUsers, write } from './on-notes.test-support.ts'
import { type Publish, publishNote } from './routes.ts'

const path = '/v1/notes'

describe('publishing a note', () => {
  it('makes a post that says what was given, and lets the note stay', async () => {
    const { amina, idris } = await twoUsers()
    const note = await write(amina, 'Patience.', { ranges: ['2:255-2:257'] })
    const answer = await amina.post(`${path}/${note.id}/publish`, { body: 'Patience, for all.' })
    const { success, postId } = PublishNoteResponse.parse(answer).data
    expect(success).toBe(true)
    const post = PostSerialized.parse(await idris.get(`/v1/posts/${postId}`))
    expect(post).toMatchObject({ id: postId, body: 'Patience, for all.', authorId: amina.id })
    const attachedEntities = [{ entityId: String(postId), entityType: 'reflection' }]
    expect(NoteResponse.parse(await amina.get(`${path}/${note.id}`)).data).toEqual({
      ...note,
      attachedEntities,
    })
    const found = await amina.get(`${path}/by-attached-entity`, attachedEntities[0])
    expect(ListEntityNotesResponse.parse(found).data.map(({ id }) => id)).toEqual([note.id])
  })

  it('may be done again, and makes another post', async () => {
    const { amina } = await twoUsers()
    const { id } = await write(amina, 'Patience.')
    const publish = async () =>
      PublishNoteResponse.parse(await amina.post(`${path}/${id}/publish`, { body: 'Patience.' })).data.postId
    expect(await publish()).not.toBe(await publish())
  })

  it.each([
    [{ body: 'short' }, '400 invalid_request'],
    [{ body: 'x'.repeat(10_001) }, '400 invalid_request'],
    [{}, '400 invalid_request'],
    [{ body: 'Patience.', ranges: ['1:1'] }, '400 invalid_request'],
    [{ body: 'Patience.', ranges: ['1:7-1:8'] }, '422 unprocessable_entity'],
    [{ body: 'Patience.', ranges: ['1:7-1:1'] }, '422 unprocessable_entity'],
  ])('refuses %o', async (body, refusal) => {
    const { amina } = await twoUsers()
    const note = await write(amina, 'Patience.')
    expect(await amina.refused('POST', `${path}/${note.id}/publish`, { body })).toBe(refusal)
    expect(NoteResponse.parse(await amina.get(`${path}/${note.id}`)).data).toEqual(note)
  })

  it('is for its writer only', async () => {
    const { amina, idris } = await twoUsers()
    const { id } = await write(amina, 'Patience.')
    const body = { body: 'Not mine.' }
    expect(await idris.refused('POST', `${path}/${id}/publish`, { body })).toBe('404 not_found')
  })

  it.each([
    [undefined, ['1:1-1:7']],
    [[], []],
    [['2:1-2:5'], ['2:1-2:5']],
  ])('is about the verses that were given, else about those of the note: %j', (ranges, published) => {
    const { asked, publish } = publisher()
    publish({ body: 'For all.', ...(ranges ? { ranges } : {}) })
    expect(asked).toEqual([['user-1', { body: 'For all.', ranges: published }]])
  })

  it('asks for no post about verses that do not exist', () => {
    const { asked, publish } = publisher()
    expect(() => publish({ body: 'For all.', ranges: ['1:1-1:8'] })).toThrow(Refusal)
    expect(asked).toEqual([])
  })
})

/** A note on the first chapter, and the calls that make posts. */
function publisher() {
  const notes = new Notes(new World(() => 0))
  const { id } = notes.create('user-1', { body: 'Patience.', saveToQR: false, ranges: ['1:1-1:7'] })
  const asked: Parameters<Publish>[] = []
  const areas = { notes, publish: (...given: Parameters<Publish>) => asked.push(given) }
  return { asked, publish: (wanted: PublishNoteBody) => publishNote(areas, 'user-1', id, wanted) }
}
