import { ListReadingSessionsResponse, RecordReadingSessionResponse } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

type User = Awaited<ReturnType<typeof signedIn>>
type Query = Parameters<User['get']>[1]

const path = '/v1/reading-sessions'
const minute = 60_000

async function record(user: User, chapterNumber: number, verseNumber: number) {
  const answer = await user.post(path, { chapterNumber, verseNumber })
  return RecordReadingSessionResponse.parse(answer).data.message
}

async function sessions(user: User, query: Query = {}) {
  return ListReadingSessionsResponse.parse(await user.get(path, query))
}

const verses = ({ data }: Awaited<ReturnType<typeof sessions>>) =>
  data.map(({ chapterNumber, verseNumber }) => `${chapterNumber}:${verseNumber}`)

/** A clock that is set by hand, and tokens that outlast the test. */
function clock() {
  let now = Date.parse('2026-01-05T10:00:00Z')
  const pass = (ms: number) => (now += ms)
  return { sandbox: userSandbox({ now: () => now, tokenLifetime: 86_400 }), pass }
}

describe('reading sessions', () => {
  it('begin with a verse', async () => {
    const amina = await signedIn(userSandbox(), 'amina')
    expect(await record(amina, 2, 255)).toBe('reading session created')
    expect((await sessions(amina)).data).toStrictEqual([
      {
        id: 'reading-session-1',
        updatedAt: '2026-01-01T00:00:00.000Z',
        chapterNumber: 2,
        verseNumber: 255,
      },
    ])
  })

  it('go on for 20 minutes after each verse', async () => {
    const { sandbox, pass } = clock()
    const amina = await signedIn(sandbox, 'amina')
    await record(amina, 2, 1)
    pass(20 * minute)
    expect(await record(amina, 2, 2)).toBe('reading session updated')
    pass(20 * minute)
    expect(await record(amina, 3, 1)).toBe('reading session updated')
    const { data } = await sessions(amina)
    expect(data).toStrictEqual([
      {
        id: 'reading-session-1',
        updatedAt: '2026-01-05T10:40:00.000Z',
        chapterNumber: 3,
        verseNumber: 1,
      },
    ])
    pass(20 * minute + 1)
    expect(await record(amina, 3, 2)).toBe('reading session created')
    expect(verses(await sessions(amina))).toStrictEqual(['3:2', '3:1'])
    await record(amina, 3, 3)
    expect(verses(await sessions(amina))).toStrictEqual(['3:3', '3:1'])
  })

  it('are listed latest first, in parts both ways', async () => {
    const { sandbox, pass } = clock()
    const amina = await signedIn(sandbox, 'amina')
    for (const number of [1, 2, 3, 4]) {
      await record(amina, 2, number)
      pass(30 * minute)
    }
    const first = await sessions(amina, { first: 2 })
    expect(verses(first)).toStrictEqual(['2:4', '2:3'])
    const next = await sessions(amina, { first: 2, after: String(first.pagination.endCursor) })
    expect(verses(next)).toStrictEqual(['2:2', '2:1'])
    expect(next.pagination).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    const before = await sessions(amina, { last: 1, before: String(next.pagination.startCursor) })
    expect(verses(before)).toStrictEqual(['2:3'])
    const query = { first: 2, after: 'reading-session-9' }
    expect(await amina.refused('GET', path, { query })).toBe('422 unprocessable_entity')
  })

  it('are of verses that there are', async () => {
    const amina = await signedIn(userSandbox(), 'amina')
    for (const [chapterNumber, verseNumber] of [
      [115, 1],
      [2, 287],
    ]) {
      const body = { chapterNumber, verseNumber }
      expect(await amina.refused('POST', path, { body })).toBe('422 unprocessable_entity')
    }
    for (const body of [{ chapterNumber: 2 }, { chapterNumber: 0, verseNumber: 1 }])
      expect(await amina.refused('POST', path, { body })).toBe('400 invalid_request')
    expect((await sessions(amina)).data).toStrictEqual([])
  })

  it('are their user’s alone', async () => {
    const sandbox = userSandbox()
    const [amina, idris] = [await signedIn(sandbox, 'amina'), await signedIn(sandbox, 'idris')]
    await record(amina, 2, 1)
    expect(await record(idris, 3, 1)).toBe('reading session created')
    expect(verses(await sessions(amina))).toStrictEqual(['2:1'])
    expect(verses(await sessions(idris))).toStrictEqual(['3:1'])
  })

  it('ask for the scope of what is done', async () => {
    const sandbox = userSandbox()
    const reader = await signedIn(sandbox, 'amina', 'reading_session.read')
    const writer = await signedIn(sandbox, 'amina', 'reading_session.create')
    const body = { chapterNumber: 2, verseNumber: 1 }
    expect(await reader.refused('POST', path, { body })).toBe('403 insufficient_scope')
    expect(await writer.refused('GET', path)).toBe('403 insufficient_scope')
    await record(writer, 2, 1)
    expect(verses(await sessions(reader))).toStrictEqual(['2:1'])
  })
})
