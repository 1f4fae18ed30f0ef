import {
  CountRangeNotesResponse,
  ListNotesResponse,
  ListRangeNotesResponse,
  ListVerseNotesResponse,
} from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { bodiesOf, type SignedIn, twoUsers, write } from './on-notes.test-support.ts'

const path = '/v1/notes'
type Query = Readonly<Record<string, string | number>>

async function manyNotes(count: number): Promise<SignedIn> {
  const { amina } = await twoUsers()
  for (let number = 1; number <= count; number++) await write(amina, `Note ${number}`)
  return amina
}

const pageOf = async (user: SignedIn, query: Query = {}) =>
  ListNotesResponse.parse(await user.get(path, query))

describe('the list', () => {
  it.each<[Query, string[]]>([
    [{}, ['Note 3', 'Note 2', 'Note 1']],
    [{ sortBy: 'newest' }, ['Note 3', 'Note 2', 'Note 1']],
    [{ sortBy: 'oldest' }, ['Note 1', 'Note 2', 'Note 3']],
  ])('with %j', async (query, bodies) => {
    const { data, pagination } = await pageOf(await manyNotes(3), query)
    expect(bodiesOf(data)).toEqual(bodies)
    expect(pagination).toEqual({
      startCursor: data[0]!.id,
      endCursor: data[2]!.id,
      hasNextPage: false,
      hasPreviousPage: false,
    })
  })

  it('does not move a note that is changed', async () => {
    const { amina, setClock } = await twoUsers()
    const { id } = await write(amina, 'Note 1')
    await write(amina, 'Note 2')
    setClock('2026-01-01T00:30:00Z')
    await amina.patch(`${path}/${id}`, { body: 'Note 1, changed' })
    expect(bodiesOf((await pageOf(amina)).data)).toEqual(['Note 2', 'Note 1, changed'])
  })

  it('has 20 notes at a time unless asked for others', async () => {
    const user = await manyNotes(51)
    expect((await pageOf(user)).data).toHaveLength(20)
    const most = await pageOf(user, { limit: 50 })
    expect(most.data).toHaveLength(50)
    const rest = await pageOf(user, { limit: 50, cursor: most.pagination.endCursor! })
    expect(bodiesOf(rest.data)).toEqual(['Note 1'])
    expect(rest.pagination).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
  })

  it('goes on from a cursor to the end', async () => {
    const user = await manyNotes(5)
    const seen: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page: ListNotesResponse = await pageOf(user, {
        limit: 2,
        sortBy: 'oldest',
        ...(cursor ? { cursor } : {}),
      })
      seen.push(...bodiesOf(page.data))
      cursor = page.pagination.hasNextPage ? page.pagination.endCursor : undefined
    }
    expect(seen).toEqual(['Note 1', 'Note 2', 'Note 3', 'Note 4', 'Note 5'])
  })

  it('is empty for a user without notes, even if others have some', async () => {
    const { amina, idris } = await twoUsers()
    const { id } = await write(amina, 'Note 1')
    expect(await pageOf(idris)).toEqual({
      success: true,
      data: [],
      pagination: { hasNextPage: false, hasPreviousPage: false },
    })
    expect(await idris.refused('GET', path, { query: { cursor: id } })).toBe('422 unprocessable_entity')
  })

  it.each<[Query]>([
    [{ limit: 0 }],
    [{ limit: 51 }],
    [{ limit: 1.5 }],
    [{ limit: 'all' }],
    [{ cursor: 'note-99' }],
    [{ sortBy: 'body' }],
    [{ first: 5 }],
  ])('refuses %j', async (query) => {
    expect(await (await manyNotes(1)).refused('GET', path, { query })).toBe('422 unprocessable_entity')
  })
})

/** Notes on verses of two chapters, one on none; and one of another user. */
async function notesOnVerses(): Promise<SignedIn> {
  const { amina, idris } = await twoUsers()
  await write(amina, 'On 2:255 to 2:257', { ranges: ['2:255-2:257'] })
  await write(amina, 'On 1:7 to 2:1', { ranges: ['1:7-2:1'] })
  await write(amina, 'On two stretches', { ranges: ['2:256-2:256', '2:250-2:260', '1:1-1:1'] })
  await write(amina, 'On nothing')
  await write(idris, 'Of another', { ranges: ['2:255-2:255'] })
  return amina
}

describe('the notes of a verse', () => {
  it.each([
    ['2:255', ['On two stretches', 'On 2:255 to 2:257']],
    ['2:258', ['On two stretches']],
    ['1:7', ['On 1:7 to 2:1']],
    ['2:1', ['On 1:7 to 2:1']],
    ['2:2', []],
  ])('%s', async (verse, bodies) => {
    const user = await notesOnVerses()
    const { data, pagination } = ListVerseNotesResponse.parse(await user.get(`${path}/by-verse/${verse}`))
    expect(bodiesOf(data)).toEqual(bodies)
    expect(pagination).toMatchObject({ hasNextPage: false, hasPreviousPage: false })
    expect([pagination.startCursor, pagination.endCursor]).toEqual([data[0]?.id, data.at(-1)?.id])
  })

  it.each([['2:287'], ['115:1'], ['2'], ['verse']])('refuse %s', async (verse) => {
    const user = await notesOnVerses()
    expect(await user.refused('GET', `${path}/by-verse/${verse}`)).toBe('422 unprocessable_entity')
  })
})

describe('the notes of a range', () => {
  it.each([
    ['1:1', '114:6', ['On two stretches', 'On 1:7 to 2:1', 'On 2:255 to 2:257']],
    ['2:257', '2:258', ['On two stretches', 'On 2:255 to 2:257']],
    ['1:2', '1:7', ['On 1:7 to 2:1']],
    ['2:1', '2:1', ['On 1:7 to 2:1']],
    ['2:2', '2:249', []],
  ])('%s to %s', async (from, to, bodies) => {
    const user = await notesOnVerses()
    const answer = ListRangeNotesResponse.parse(await user.get(`${path}/by-range`, { from, to }))
    expect(bodiesOf(answer.data)).toEqual(bodies)
  })

  it.each([
    ['2:254', '2:256', { '2:254': 1, '2:255': 2, '2:256': 2 }],
    ['1:1', '2:2', { '1:1': 1, '1:7': 1, '2:1': 1 }],
    ['3:1', '4:1', {}],
  ])('%s to %s are counted by verse', async (from, to, counts) => {
    const user = await notesOnVerses()
    const answer = CountRangeNotesResponse.parse(await user.get(`${path}/count-within-range`, { from, to }))
    expect(answer).toEqual({ success: true, data: counts })
  })

  it.each<[Query]>([
    [{ from: '2:257', to: '2:255' }],
    [{ from: '2:1', to: '2:287' }],
    [{ from: '0:1', to: '2:1' }],
    [{ from: '2:1' }],
    [{ to: '2:1' }],
  ])('refuse %j', async (query) => {
    const user = await notesOnVerses()
    for (const name of ['by-range', 'count-within-range']) {
      expect(await user.refused('GET', `${path}/${name}`, { query })).toBe('422 unprocessable_entity')
    }
  })
})
