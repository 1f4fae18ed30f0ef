import { RoomMembersResponseDto } from '@waraq/protocol/user'
import { describe, expect, test } from 'vitest'
import { allUsers, makeGroup, makePage, profile } from './rooms.test-support.ts'

describe('one room', () => {
  test('is found by id and by address, each kind by its own', async () => {
    const { amina, idris } = await allUsers()
    const group = await makeGroup(amina)
    const page = await makePage(amina)
    expect(await idris.get('/v1/rooms/group/Circle')).toEqual(await profile(idris, group))
    expect(await idris.get('/v1/rooms/page/library')).toEqual(await profile(idris, page))
    expect(await profile(idris, page)).toMatchObject({ isOwner: false, isAdmin: false, isMember: false })
    expect(await idris.refused('GET', '/v1/rooms/page/circle')).toBe('404 not_found')
    expect(await idris.refused('GET', '/v1/rooms/group/library')).toBe('404 not_found')
    expect(await idris.refused('GET', '/v1/rooms/99')).toBe('404 not_found')
    expect(await idris.refused('GET', '/v1/rooms/circle')).toBe('422 unprocessable_entity')
  })

  test('that is private is there for its members only', async () => {
    const { amina, idris, maria } = await allUsers()
    const { id } = await makeGroup(amina, { public: false })
    for (const path of [`/v1/rooms/${id}`, '/v1/rooms/group/circle', `/v1/rooms/${id}/members`]) {
      expect(await idris.refused('GET', path)).toBe('404 not_found')
      expect(await maria.refused('GET', path)).toBe('404 not_found')
      expect(await amina.get(path)).toBeDefined()
    }
    expect(await idris.get('/v1/rooms/search')).toMatchObject({ total: 0 })
  })

  test('shows its token to admins only', async () => {
    const { amina, idris } = await allUsers()
    const group = await makeGroup(amina)
    await idris.post(`/v1/rooms/${group.id}/join`)
    expect((await profile(amina, group)).privateToken).toEqual(expect.any(String))
    expect(await profile(idris, group)).not.toHaveProperty('privateToken')
    await amina.post('/v1/rooms/admins-access', { roomId: group.id, userId: idris.id, admin: true })
    expect(await profile(idris, group)).toHaveProperty('privateToken')
  })

  test('tells which members one follows', async () => {
    const { amina, idris, leyla, tariq } = await allUsers()
    const group = await makeGroup(amina)
    for (const member of [idris, leyla]) await member.post(`/v1/rooms/${group.id}/join`)
    for (const { id } of [leyla, amina])
      await tariq.post(`/v1/users/${id}/toggle-follow`, { action: 'follow' })
    const seen = await profile(tariq, group)
    expect(seen.mutualFollowersCount).toBe(2)
    expect(seen.mutualFollowers?.map(({ username }) => username)).toEqual(['amina', 'leyla'])
    expect(await profile(idris, group)).toMatchObject({ mutualFollowers: [], mutualFollowersCount: 0 })
  })
})

describe('members', () => {
  test('are listed as they came, by number', async () => {
    const { amina, idris, leyla, tariq } = await allUsers()
    const { id } = await makeGroup(amina)
    for (const member of [leyla, idris]) await member.post(`/v1/rooms/${id}/join`)
    await amina.post('/v1/rooms/admins-access', { roomId: id, userId: idris.id, admin: true })
    await tariq.post(`/v1/users/${leyla.id}/toggle-follow`, { action: 'follow' })
    const page = RoomMembersResponseDto.parse(await tariq.get(`/v1/rooms/${id}/members`))
    expect(page.data.map(({ username, isOwner, isAdmin }) => [username, isOwner, isAdmin])).toEqual([
      ['amina', true, true],
      ['leyla', false, false],
      ['idris', false, true],
    ])
    expect(page.data[1]).toEqual({
      id: leyla.id,
      username: 'leyla',
      firstName: 'Leyla',
      lastName: 'Demir',
      avatarUrls: {},
      verified: true,
      isAdmin: false,
      isOwner: false,
      isFollowed: true,
      isActive: true,
      followersCount: 1,
    })
    expect(await tariq.get(`/v1/rooms/${id}/members`, { page: 2, limit: 2 })).toMatchObject({
      total: 3,
      currentPage: 2,
      limit: 2,
      pages: 2,
      data: [{ username: 'idris' }],
    })
    expect(await tariq.refused('GET', '/v1/rooms/99/members')).toBe('404 not_found')
  })
})
