import {
  DeleteNoteResponse,
  ListEntityNotesResponse,
  ListNotesResponse,
  NoteResponse,
} from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { bodiesOf, type SignedIn, twoUsers, write } from './on-notes.test-support.ts'

const path = '/v1/notes'
const entity = { entityId: 'post-7', entityType: 'reflection' }
const firstInstant = '2026-01-01T00:00:00.000Z'

describe('writing a note', () => {
  it('keeps what is given, and leaves out what does not apply', async () => {
    const { amina } = await twoUsers()
    const answer = NoteResponse.parse(await amina.post(path, { body: 'Patience.', saveToQR: false }))
    expect(answer.success).toBe(true)
    const id = expect.any(String) as string
    expect(answer.data).toEqual({ id, createdAt: firstInstant, updatedAt: firstInstant, body: 'Patience.' })
  })

  it('keeps ranges as they are, and what it is attached to', async () => {
    const { amina } = await twoUsers()
    const ranges = ['2:255-2:257', '1:1-1:1', '2:255-2:257']
    const attachedEntity = { ...entity, entityMetadata: { title: 'Kept' }, other: 'not kept' }
    const note = await write(amina, 'Patience.', { ranges, attachedEntity })
    expect(note.ranges).toEqual(ranges)
    expect(note.attachedEntities).toEqual([{ ...entity, entityMetadata: { title: 'Kept' } }])
    expect(NoteResponse.parse(await amina.get(`${path}/${note.id}`)).data).toEqual(note)
  })

  it('tells the source of a note that was saved to the reflections', async () => {
    const { amina } = await twoUsers()
    expect(await write(amina, 'Patience.', { saveToQR: true })).toMatchObject({ source: 'QR' })
  })

  it.each([[6], [10_000]])('takes %i characters', async (length) => {
    const { amina } = await twoUsers()
    expect((await write(amina, 'x'.repeat(length))).body).toHaveLength(length)
  })

  it.each([
    [{ body: 'short' }],
    [{ body: 'x'.repeat(10_001) }],
    [{ body: undefined }],
    [{ saveToQR: undefined }],
    [{ saveToQR: 'true' }],
    [{ ranges: ['2:255'] }],
    [{ ranges: '2:255-2:257' }],
    [{ attachedEntity: { entityId: 'post-7', entityType: 'post' } }],
    [{ attachedEntity: { entityType: 'reflection' } }],
  ])('refuses a body with %o', async (wrong) => {
    const { amina } = await twoUsers()
    const body = { body: 'Patience.', saveToQR: false, ...wrong }
    expect(await amina.refused('POST', path, { body })).toBe('400 invalid_request')
  })

  it.each([['2:287-2:287'], ['115:1-115:1'], ['2:257-2:255'], ['3:1-2:1']])(
    'knows no verses %s, and keeps nothing',
    async (range) => {
      const { amina } = await twoUsers()
      const body = { body: 'Patience.', saveToQR: false, ranges: ['1:1-1:1', range] }
      expect(await amina.refused('POST', path, { body })).toBe('422 unprocessable_entity')
      expect(ListNotesResponse.parse(await amina.get(path)).data).toEqual([])
    },
  )
})

describe('reading a note', () => {
  it.each([
    [{}, [entity]],
    [{ withAttachedEntities: true }, [entity]],
    [{ withAttachedEntities: false }, undefined],
  ])('shows what it is attached to with %j', async (query, entities) => {
    const { amina } = await twoUsers()
    const { id } = await write(amina, 'Patience.', { attachedEntity: entity })
    const note = NoteResponse.parse(await amina.get(`${path}/${id}`, query)).data
    expect(note.attachedEntities).toEqual(entities)
    expect('attachedEntities' in note).toBe(entities !== undefined)
  })

  it('is for its writer only', async () => {
    const { amina, idris } = await twoUsers()
    const { id } = await write(amina, 'Patience.')
    expect(await idris.refused('GET', `${path}/${id}`)).toBe('404 not_found')
    expect(await amina.refused('GET', `${path}/note-99`)).toBe('404 not_found')
  })

  it('refuses a flag that is none', async () => {
    const { amina } = await twoUsers()
    const { id } = await write(amina, 'Patience.')
    const query = { withAttachedEntities: 'maybe' }
    expect(await amina.refused('GET', `${path}/${id}`, { query })).toBe('422 unprocessable_entity')
  })
})

describe('changing a note', () => {
  it('replaces its text and nothing else', async () => {
    const { amina, setClock } = await twoUsers()
    const before = await write(amina, 'Patience.', { ranges: ['1:1-1:7'], attachedEntity: entity })
    setClock('2026-01-01T00:30:00Z')
    const after = NoteResponse.parse(await amina.patch(`${path}/${before.id}`, { body: 'Gratitude.' })).data
    expect(after).toEqual({ ...before, body: 'Gratitude.', updatedAt: '2026-01-01T00:30:00.000Z' })
    expect(NoteResponse.parse(await amina.get(`${path}/${before.id}`)).data).toEqual(after)
  })

  it('saves it to the reflections, for good', async () => {
    const { amina } = await twoUsers()
    const { id } = await write(amina, 'Patience.')
    for (const [saveToQR, source] of [
      [false, undefined],
      [true, 'QR'],
      [false, 'QR'],
      [undefined, 'QR'],
    ] as const) {
      const answer = await amina.patch(`${path}/${id}`, { body: 'Gratitude.', saveToQR })
      expect(NoteResponse.parse(answer).data.source).toBe(source)
    }
  })

  it.each([[{ body: 'short' }], [{ body: 'x'.repeat(10_001) }], [{}], [{ body: 'Gratitude.', saveToQR: 1 }]])(
    'refuses %o',
    async (body) => {
      const { amina } = await twoUsers()
      const { id } = await write(amina, 'Patience.')
      expect(await amina.refused('PATCH', `${path}/${id}`, { body })).toBe('400 invalid_request')
    },
  )

  it('is for its writer only', async () => {
    const { amina, idris } = await twoUsers()
    const { id } = await write(amina, 'Patience.')
    const body = { body: 'Not mine.' }
    expect(await idris.refused('PATCH', `${path}/${id}`, { body })).toBe('404 not_found')
    expect(NoteResponse.parse(await amina.get(`${path}/${id}`)).data.body).toBe('Patience.')
  })
})

describe('deleting a note', () => {
  it('takes it away, once', async () => {
    const { amina } = await twoUsers()
    const { id } = await write(amina, 'Patience.')
    await write(amina, 'Gratitude.')
    const answer = DeleteNoteResponse.parse(await amina.delete(`${path}/${id}`))
    expect(answer).toEqual({ success: true, data: { success: true } })
    expect(await amina.refused('GET', `${path}/${id}`)).toBe('404 not_found')
    expect(await amina.refused('DELETE', `${path}/${id}`)).toBe('404 not_found')
    expect(bodiesOf(ListNotesResponse.parse(await amina.get(path)).data)).toEqual(['Gratitude.'])
  })

  it('is for its writer only', async () => {
    const { amina, idris } = await twoUsers()
    const { id } = await write(amina, 'Patience.')
    expect(await idris.refused('DELETE', `${path}/${id}`)).toBe('404 not_found')
    await amina.get(`${path}/${id}`)
  })
})

describe('the notes of an entity', () => {
  const attached = async (user: SignedIn, query: Record<string, string>) =>
    ListEntityNotesResponse.parse(await user.get(`${path}/by-attached-entity`, query)).data

  it('are all that are attached to it, newest first', async () => {
    const { amina, idris } = await twoUsers()
    await write(amina, 'Note one', { attachedEntity: entity })
    await write(amina, 'Note two', { attachedEntity: { ...entity, entityId: 'post-8' } })
    await write(amina, 'Note three', { attachedEntity: entity })
    await write(idris, 'Note four', { attachedEntity: entity })
    expect(bodiesOf(await attached(amina, entity))).toEqual(['Note three', 'Note one'])
    expect(await attached(amina, { ...entity, entityId: 'post-9' })).toEqual([])
  })

  it.each([[{ entityId: 'post-7' }], [{ entityType: 'reflection' }], [{ ...entity, entityType: 'post' }]])(
    'refuse %j',
    async (query) => {
      const { amina } = await twoUsers()
      const refusal = await amina.refused('GET', `${path}/by-attached-entity`, { query })
      expect(refusal).toBe('422 unprocessable_entity')
    },
  )
})
