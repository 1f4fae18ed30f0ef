import { RoomUsersSearchResponse, UserRoomsResponse } from '@waraq/protocol/user'
import { describe, expect, test } from 'vitest'
import { makeGroup, makePage, type User } from '../rooms/rooms.test-support.ts'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

async function found(user: User, query: Record<string, string | number | boolean> = {}) {
  const page = RoomUsersSearchResponse.parse(await user.get('/v1/users/search', query))
  return { ...page, names: page.data.map(({ username }) => username) }
}

describe('searching users', () => {
  test('finds them by their names, in any capitals', async () => {
    const amina = await signedIn(userSandbox(), 'amina')
    expect((await found(amina, { query: 'LEY' })).names).toEqual(['leyla'])
    expect((await found(amina, { query: 'okoye' })).names).toEqual(['idris'])
    expect((await found(amina, { query: 'Maria S' })).names).toEqual(['maria'])
    expect((await found(amina, { query: 'zz' })).names).toEqual([])
  })

  test('tells who they are and whether one follows them', async () => {
    const sandbox = userSandbox()
    const amina = await signedIn(sandbox, 'amina')
    const leyla = await signedIn(sandbox, 'leyla')
    await amina.post(`/v1/users/${leyla.id}/toggle-follow`, { action: 'follow' })
    await leyla.put('/v1/users/profile', { user: { bio: 'Reads.' } })
    expect((await found(amina, { query: 'leyla' })).data).toEqual([
      {
        id: leyla.id,
        avatarUrls: {},
        username: 'leyla',
        firstName: 'Leyla',
        lastName: 'Demir',
        bio: 'Reads.',
        verified: true,
        followersCount: 1,
        followed: true,
        isFollowed: true,
      },
    ])
    expect((await found(await signedIn(sandbox, 'idris'), { query: 'leyla' })).data[0]).toMatchObject({
      followed: false,
      isFollowed: false,
    })
  })

  test('is paged by number, and has oneself only with all', async () => {
    const amina = await signedIn(userSandbox(), 'amina')
    expect((await found(amina)).names).toEqual(['idris', 'leyla', 'tariq', 'maria'])
    expect((await found(amina, { all: true })).names).toContain('amina')
    expect(await found(amina, { all: true, page: 2, limit: 3 })).toMatchObject({
      total: 5,
      currentPage: 2,
      limit: 3,
      pages: 2,
      names: ['tariq', 'maria'],
    })
  })

  test('finds oneself to post as', async () => {
    const amina = await signedIn(userSandbox(), 'amina')
    expect((await found(amina, { postingAs: true })).names).toEqual(['amina'])
    expect((await found(amina, { postingAsUserId: amina.id })).total).toBe(4)
    const refused = (query: Record<string, string>) => amina.refused('GET', '/v1/users/search', { query })
    expect(await refused({ postingAsUserId: 'user-2' })).toBe('403 forbidden')
    expect(await refused({ postingAsUserId: 'user-99' })).toBe('404 not_found')
  })

  test('marks members of a room that one may read', async () => {
    const sandbox = userSandbox()
    const amina = await signedIn(sandbox, 'amina')
    const idris = await signedIn(sandbox, 'idris')
    const circle = await makeGroup(amina)
    const closed = await makeGroup(amina, { url: 'closed', public: false })
    await idris.post(`/v1/rooms/${circle.id}/join`)
    const marks = (await found(amina, { roomId: circle.id, all: true })).data
    expect(marks.map(({ username, isMember }) => [username, isMember])).toEqual([
      ['amina', true],
      ['idris', true],
      ['leyla', false],
      ['tariq', false],
      ['maria', false],
    ])
    expect((await found(amina)).data[0]).not.toHaveProperty('isMember')
    const refused = (roomId: number) => idris.refused('GET', '/v1/users/search', { query: { roomId } })
    expect(await refused(closed.id)).toBe('404 not_found')
    expect(await refused(99)).toBe('404 not_found')
  })
})

describe('my rooms', () => {
  test('are all that one is in, the newest first, by name and by number', async () => {
    const sandbox = userSandbox()
    const amina = await signedIn(sandbox, 'amina')
    const idris = await signedIn(sandbox, 'idris')
    const page = await makePage(idris, { name: 'Evening recitation', url: 'evening' })
    const group = await makeGroup(amina, { name: 'Morning circle', url: 'morning', description: 'Daily' })
    await makeGroup(idris, { url: 'other' })
    await amina.post(`/v1/rooms/${page.id}/follow`)
    const mine = async (query = {}) => UserRoomsResponse.parse(await amina.get('/v1/users/my-rooms', query))
    const groupItem = {
      id: group.id,
      name: 'Morning circle',
      group: 'morning',
      roomType: 'group',
      subdomain: '',
      description: 'Daily',
      public: true,
      verified: false,
      membersCount: 1,
      avatarUrl: {},
    }
    expect((await mine()).data).toEqual([
      expect.objectContaining({
        id: page.id,
        roomType: 'page',
        subdomain: 'evening',
        group: '',
        membersCount: 2,
      }),
      groupItem,
    ])
    expect(await mine({ name: 'MORNING' })).toMatchObject({ total: 1, data: [groupItem] })
    expect(await mine({ limit: 1, page: 2 })).toMatchObject({ total: 2, pages: 2, data: [groupItem] })
  })
})
