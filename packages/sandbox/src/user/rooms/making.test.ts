import { CreatePageResponse, RoomListItem, UpdateGroupResponse } from '@waraq/protocol/user'
import { describe, expect, test } from 'vitest'
import { application, allUsers, makeGroup, makePage, profile, type User } from './rooms.test-support.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='

async function change(user: User, kind: 'groups' | 'pages', body: object): Promise<RoomListItem> {
  return RoomListItem.parse(UpdateGroupResponse.parse(await user.patch(`/v1/rooms/${kind}`, body)).room)
}

describe('making a group', () => {
  test('makes its owner the first member and admin', async () => {
    const { amina } = await allUsers()
    const group = await makeGroup(amina, { name: ' Morning circle ', url: 'morning', description: 'Daily' })
    expect(group).toEqual({
      id: 1,
      name: 'Morning circle',
      url: 'morning',
      description: 'Daily',
      roomType: 'group',
      isActive: true,
      isVerified: false,
      isPublic: true,
      hideFollowJoinButton: false,
      isOwner: true,
      isAdmin: true,
      isMember: true,
      ownerId: amina.id,
      postsCount: 0,
      membersCount: 1,
      avatarUrls: {},
      createdAt: '2026-01-01T00:00:00.000Z',
    })
    const answer = await amina.send('POST', '/v1/rooms/groups', { body: { name: 'B', url: 'b' } })
    expect(answer.status).toBe(201)
  })

  test('takes its flags', async () => {
    const { amina } = await allUsers()
    expect(await makeGroup(amina, { public: false, hideFollowJoinButton: true })).toMatchObject({
      isPublic: false,
      hideFollowJoinButton: true,
    })
  })

  test.each([
    [{ name: ' ' }, '400 invalid_request'],
    [{ url: ' ' }, '400 invalid_request'],
    [{ name: 'a'.repeat(51) }, '400 invalid_request'],
    [{ url: 'a'.repeat(51) }, '400 invalid_request'],
    [{ description: 'a'.repeat(201) }, '400 invalid_request'],
    [{ url: 'Taken' }, '422 unprocessable_entity'],
  ])('is refused with %j', async (fields, refusal) => {
    const { amina, idris } = await allUsers()
    await makeGroup(idris, { url: 'taken' })
    await makeGroup(amina, { name: 'a'.repeat(50), url: 'b'.repeat(50), description: 'c'.repeat(200) })
    const body = { name: 'Circle', url: 'circle', ...fields }
    expect(await amina.refused('POST', '/v1/rooms/groups', { body })).toBe(refusal)
    expect(await amina.get('/v1/rooms/search')).toMatchObject({ total: 2 })
  })
})

describe('making a page', () => {
  test('gives it a subdomain, and it is there at once', async () => {
    const { amina, idris } = await allUsers()
    await makeGroup(amina, { url: 'library' })
    const page = await makePage(amina, { country: 'MY', name: 'a'.repeat(60) })
    expect(page).toMatchObject({
      id: 2,
      roomType: 'page',
      subdomain: 'library',
      url: 'library',
      country: 'MY',
      isVerified: false,
      isOwner: true,
      membersCount: 1,
    })
    expect((await profile(idris, page)).name).toHaveLength(60)
    const answer = await amina.send('POST', '/v1/rooms/pages', { body: { ...application, url: 'other' } })
    expect(answer.status).toBe(201)
    expect(CreatePageResponse.parse(await answer.json()).message).toBe('page created')
  })

  test.each([
    [{ url: 'LIBRARY' }, '422 unprocessable_entity'],
    [{ purpose: '' }, '400 invalid_request'],
    [{ jobTitle: ' ' }, '400 invalid_request'],
    [{ contactNumber: undefined }, '400 invalid_request'],
  ])('is refused with %j', async (fields, refusal) => {
    const { amina } = await allUsers()
    await makePage(amina)
    const body = { ...application, url: 'second', ...fields }
    expect(await amina.refused('POST', '/v1/rooms/pages', { body })).toBe(refusal)
    expect(await amina.get('/v1/rooms/search')).toMatchObject({ total: 1 })
  })
})

describe('changing a room', () => {
  test('changes what is sent; a flag that is null stays, a country that is null goes', async () => {
    const { amina, idris } = await allUsers()
    const { id } = await makeGroup(amina)
    const changed = { id, name: 'New', url: 'new', description: 'Better', country: 'MY', public: false }
    expect(await change(amina, 'groups', { ...changed, hideFollowJoinButton: true })).toMatchObject({
      name: 'New',
      url: 'new',
      description: 'Better',
      country: 'MY',
      isPublic: false,
      hideFollowJoinButton: true,
    })
    const after = await change(amina, 'groups', {
      id,
      public: null,
      hideFollowJoinButton: null,
      country: null,
    })
    expect(after).toMatchObject({ name: 'New', url: 'new', isPublic: false, hideFollowJoinButton: true })
    expect(after).not.toHaveProperty('country')
    expect(await idris.refused('GET', `/v1/rooms/${id}`)).toBe('404 not_found')
    await change(amina, 'groups', { id, public: true })
    await change(amina, 'groups', { id, description: 'Best', public: null })
    expect(await profile(idris, { id })).toMatchObject({ name: 'New', isOwner: false })
    expect(await amina.refused('GET', '/v1/rooms/group/circle')).toBe('404 not_found')
  })

  test('sets and removes a picture', async () => {
    const { amina } = await allUsers()
    const { id } = await makeGroup(amina)
    const { avatarUrls } = await change(amina, 'groups', { id, avatar: picture })
    const hosts = [avatarUrls.thumb, avatarUrls.original].map((address) => new URL(String(address)).host)
    expect(hosts).toEqual(['images.example.invalid', 'images.example.invalid'])
    expect(avatarUrls.thumb).not.toBe(avatarUrls.original)
    expect(await amina.get('/v1/users/my-rooms')).toMatchObject({
      data: [
        { avatarUrl: { small: expect.any(String), medium: expect.any(String), large: expect.any(String) } },
      ],
    })
    expect((await change(amina, 'groups', { id, removeAvatar: true })).avatarUrls).toEqual({})
  })

  test('works for pages by their own operation', async () => {
    const { amina } = await allUsers()
    const { id } = await makePage(amina)
    expect(await change(amina, 'pages', { id, url: 'reading-room', description: 'New' })).toMatchObject({
      name: 'Library',
      subdomain: 'reading-room',
      description: 'New',
    })
    expect(await amina.get('/v1/rooms/page/reading-room')).toMatchObject({ id })
    expect(await amina.refused('PATCH', '/v1/rooms/groups', { body: { id } })).toBe('404 not_found')
  })

  test.each([
    [{ name: ' ' }, '400 invalid_request'],
    [{ name: 'a'.repeat(51) }, '400 invalid_request'],
    [{ description: 'a'.repeat(201) }, '400 invalid_request'],
    [{ avatar: picture, removeAvatar: true }, '400 invalid_request'],
    [{ url: 'Other' }, '422 unprocessable_entity'],
  ])('is refused with %j and changes nothing', async (fields, refusal) => {
    const { amina } = await allUsers()
    await makeGroup(amina, { url: 'other' })
    const group = await makeGroup(amina)
    const body = { id: group.id, description: 'Changed', ...fields }
    expect(await amina.refused('PATCH', '/v1/rooms/groups', { body })).toBe(refusal)
    expect(await profile(amina, group)).toMatchObject({ name: 'Circle', url: 'circle', description: '' })
    expect(await change(amina, 'groups', { id: group.id, url: 'Circle' })).toMatchObject({ url: 'Circle' })
  })

  test('is for admins only, and where one may not read there is nothing', async () => {
    const { amina, idris, maria } = await allUsers()
    const open = await makeGroup(amina)
    const closed = await makeGroup(amina, { url: 'closed', public: false })
    await idris.post(`/v1/rooms/${open.id}/join`)
    const refused = (user: User, id: number) =>
      user.refused('PATCH', '/v1/rooms/groups', { body: { id, name: 'X' } })
    expect(await refused(idris, open.id)).toBe('403 forbidden')
    expect(await refused(maria, open.id)).toBe('403 forbidden')
    expect(await refused(idris, closed.id)).toBe('404 not_found')
    expect(await refused(amina, 99)).toBe('404 not_found')
    expect(await refused(amina, 1.5)).toBe('404 not_found')
    await amina.post('/v1/rooms/admins-access', { roomId: open.id, userId: idris.id, admin: true })
    expect(await change(idris, 'groups', { id: open.id, name: 'X' })).toMatchObject({
      name: 'X',
      isAdmin: true,
    })
  })
})
