import { PaginatedRoomsResponseDto } from '@waraq/protocol/user'
import { describe, expect, test } from 'vitest'
import { allUsers, makeGroup, makePage, profile, type User, writeIn } from './rooms.test-support.ts'

async function list(user: User, which: string, query: Record<string, string | number> = {}) {
  const page = PaginatedRoomsResponseDto.parse(await user.get(`/v1/rooms/${which}`, query))
  return { ...page, names: page.data.map(({ name }) => name) }
}

describe('searching rooms', () => {
  test("finds public rooms and one's own, the newest first", async () => {
    const { amina, idris } = await allUsers()
    await makeGroup(amina, { name: 'Open', url: 'one' })
    await makeGroup(amina, { name: 'Closed', url: 'two', public: false })
    await makePage(idris, { name: 'Library' })
    expect((await list(amina, 'search')).names).toEqual(['Library', 'Closed', 'Open'])
    expect((await list(idris, 'search')).names).toEqual(['Library', 'Open'])
    expect((await list(idris, 'search')).data[1]).toMatchObject({ isMember: false, isOwner: false })
    expect(await list(amina, 'search', { page: 2, limit: 2 })).toMatchObject({
      total: 3,
      currentPage: 2,
      limit: 2,
      pages: 2,
      names: ['Open'],
    })
  })

  test('goes by words of the name or the address, and by type', async () => {
    const { amina } = await allUsers()
    await makeGroup(amina, { name: 'Morning', url: 'circle' })
    await makePage(amina, { name: 'Circle of readers', url: 'readers' })
    await makePage(amina, { name: 'Library' })
    expect((await list(amina, 'search', { query: 'CIRCLE' })).names).toEqual(['Circle of readers', 'Morning'])
    expect((await list(amina, 'search', { roomType: 'page' })).names).toEqual([
      'Library',
      'Circle of readers',
    ])
    expect((await list(amina, 'search', { roomType: 'group', query: 'circle' })).names).toEqual(['Morning'])
    const refused = (query: Record<string, string>) => amina.refused('GET', '/v1/rooms/search', { query })
    expect(await refused({ roomType: 'club' })).toBe('422 unprocessable_entity')
    expect(await refused({ sortBy: 'NAME_ASC' })).toBe('422 unprocessable_entity')
  })
})

describe("a user's own rooms", () => {
  test('are joined where one is in, and managed where one administers', async () => {
    const { amina, idris, leyla } = await allUsers()
    const page = await makePage(idris, { name: 'Library' })
    await makeGroup(amina, { name: 'Own', url: 'own' })
    const shared = await makeGroup(idris, { name: 'Shared', url: 'shared' })
    await amina.post(`/v1/rooms/${shared.id}/join`)
    await amina.post(`/v1/rooms/${page.id}/follow`)
    expect((await list(amina, 'joined-rooms')).names).toEqual(['Library', 'Shared', 'Own'])
    expect((await list(amina, 'managed-rooms')).names).toEqual(['Own'])
    await idris.post('/v1/rooms/admins-access', { roomId: shared.id, userId: amina.id, admin: true })
    expect((await list(amina, 'managed-rooms')).names).toEqual(['Shared', 'Own'])
    expect((await list(leyla, 'joined-rooms')).names).toEqual([])
  })

  test.each(['joined-rooms', 'managed-rooms'])(
    '%s are at most five at a time, by name or by word',
    async (which) => {
      const { amina } = await allUsers()
      for (const [index, name] of ['bee', 'Ant', 'cat', 'dog', 'Eel', 'fox'].entries()) {
        await makeGroup(amina, { name, url: `room-${index}` })
      }
      expect(await list(amina, which)).toMatchObject({ total: 6, limit: 5, pages: 2 })
      const byName = await list(amina, which, { sortBy: 'NAME_ASC' })
      expect(byName.names).toEqual(['Ant', 'bee', 'cat', 'dog', 'Eel'])
      const fromEnd = await list(amina, which, { sortBy: 'NAME_DESC', limit: 2, page: 3 })
      expect(fromEnd.names).toEqual(['bee', 'Ant'])
      expect((await list(amina, which, { query: 'E' })).names).toEqual(['Eel', 'bee'])
      const refused = (query: Record<string, string | number>) =>
        amina.refused('GET', `/v1/rooms/${which}`, { query })
      expect(await refused({ limit: 6 })).toBe('422 unprocessable_entity')
      expect(await refused({ sortBy: 'NAME' })).toBe('422 unprocessable_entity')
    },
  )

  test('come by their latest activity: the newest post, or that they were made', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const { amina } = await allUsers({ now: () => now })
    const rooms = []
    for (const name of ['First', 'Second', 'Third']) {
      now += 60_000
      rooms.push(await makeGroup(amina, { name, url: name }))
    }
    now += 60_000
    await writeIn(amina, rooms[0]!, new Date(now).toISOString())
    const active = { sortBy: 'LATEST_ACTIVITY' }
    expect((await list(amina, 'joined-rooms', active)).names).toEqual(['First', 'Third', 'Second'])
    now += 60_000
    await writeIn(amina, rooms[1]!, new Date(now).toISOString())
    expect((await list(amina, 'managed-rooms', active)).names).toEqual(['Second', 'First', 'Third'])
    expect(await profile(amina, rooms[1]!)).toMatchObject({ postsCount: 1 })
    expect(await profile(amina, rooms[2]!)).toMatchObject({ postsCount: 0 })
  })
})
