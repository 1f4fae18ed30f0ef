import { RoomAcceptByPrivateTokenResponseDto } from '@waraq/protocol/user'
import { describe, expect, test } from 'vitest'
import { allUsers, makeGroup, makePage, profile, type User } from './rooms.test-support.ts'

describe.each([
  ['group', makeGroup, 'join', 'joined', 'leave', 'left'],
  ['page', makePage, 'follow', 'followed', 'unfollow', 'unfollowed'],
] as const)('a %s', (_type, make, enter, entered, exit, exited) => {
  test(`is entered by ${enter} and left by ${exit}`, async () => {
    const { amina, idris } = await allUsers()
    const room = await make(amina)
    for (const _ of [1, 2])
      expect(await idris.post(`/v1/rooms/${room.id}/${enter}`)).toEqual({ [entered]: true })
    expect(await profile(idris, room)).toMatchObject({ isMember: true, isAdmin: false, membersCount: 2 })
    expect(await idris.post(`/v1/rooms/${room.id}/${exit}`)).toEqual({ [exited]: true })
    expect(await profile(idris, room)).toMatchObject({ isMember: false, membersCount: 1 })
    expect(await idris.refused('POST', `/v1/rooms/${room.id}/${exit}`)).toBe('404 not_found')
  })

  test('keeps its owner', async () => {
    const { amina } = await allUsers()
    const room = await make(amina)
    expect(await amina.post(`/v1/rooms/${room.id}/${enter}`)).toEqual({ [entered]: true })
    expect(await profile(amina, room)).toMatchObject({ isAdmin: true, membersCount: 1 })
    expect(await amina.refused('POST', `/v1/rooms/${room.id}/${exit}`)).toBe('422 unprocessable_entity')
  })

  test('is not there to enter where it is private, or another kind of room', async () => {
    const { amina, idris } = await allUsers()
    const closed = await make(amina, { public: false })
    const other = await (make === makePage ? makeGroup : makePage)(amina, { url: 'another' })
    const refused = (id: number | string, verb: string) => idris.refused('POST', `/v1/rooms/${id}/${verb}`)
    for (const id of [closed.id, other.id, 99]) {
      expect(await refused(id, enter)).toBe('404 not_found')
      expect(await refused(id, exit)).toBe('404 not_found')
    }
    expect(await refused('x', enter)).toBe('422 unprocessable_entity')
    expect(await profile(amina, closed)).toMatchObject({ membersCount: 1 })
  })

  test('lets in who has its token, once more without effect', async () => {
    const { amina, idris } = await allUsers()
    const room = await make(amina, { url: 'quiet', public: false })
    const { privateToken } = await profile(amina, room)
    const accept = async (user: User) =>
      RoomAcceptByPrivateTokenResponseDto.parse(
        await user.get(`/v1/rooms/${_type}/quiet/accept/${privateToken}`),
      )
    expect(await accept(idris)).toEqual({ roomId: room.id, success: true, isNewMember: true })
    expect(await accept(idris)).toEqual({ roomId: room.id, success: true, isNewMember: false })
    expect(await accept(amina)).toMatchObject({ isNewMember: false })
    expect(await profile(idris, room)).toMatchObject({ isMember: true, isAdmin: false, membersCount: 2 })
    expect(await profile(amina, room)).toMatchObject({ isAdmin: true })
  })

  test('lets in no user with another token', async () => {
    const { amina, leyla } = await allUsers()
    const room = await make(amina, { url: 'quiet', public: false })
    const another = await profile(amina, await make(amina, { url: 'loud' }))
    const { privateToken } = await profile(amina, room)
    const otherType = _type === 'group' ? 'page' : 'group'
    for (const path of [
      `${_type}/quiet/accept/wrong`,
      `${_type}/quiet/accept/${another.privateToken}`,
      `${_type}/nowhere/accept/${privateToken}`,
      `${otherType}/quiet/accept/${privateToken}`,
    ]) {
      expect(await leyla.refused('GET', `/v1/rooms/${path}`)).toBe('404 not_found')
    }
    expect(await profile(amina, room)).toMatchObject({ membersCount: 1 })
  })
})

describe('admins', () => {
  const setAdmin = (owner: User, roomId: number, user: User, admin = true) =>
    owner.post('/v1/rooms/admins-access', { roomId, userId: user.id, admin })

  test('are made of members by the owner, and are no longer admins when the owner says so or they leave', async () => {
    const { amina, idris } = await allUsers()
    const group = await makeGroup(amina)
    await idris.post(`/v1/rooms/${group.id}/join`)
    expect(await setAdmin(amina, group.id, idris)).toEqual({ success: true })
    expect(await profile(idris, group)).toMatchObject({ isAdmin: true, isOwner: false })
    await setAdmin(amina, group.id, idris, false)
    expect(await profile(idris, group)).toMatchObject({ isAdmin: false, isMember: true })
    await setAdmin(amina, group.id, idris)
    await idris.post(`/v1/rooms/${group.id}/leave`)
    await idris.post(`/v1/rooms/${group.id}/join`)
    expect(await profile(idris, group)).toMatchObject({ isAdmin: false, isMember: true })
  })

  test('are not made by others, of strangers, or out of the owner', async () => {
    const { amina, idris, leyla } = await allUsers()
    const group = await makeGroup(amina)
    const closed = await makeGroup(amina, { url: 'closed', public: false })
    await idris.post(`/v1/rooms/${group.id}/join`)
    await setAdmin(amina, group.id, idris)
    const refused = (user: User, roomId: number, userId: string, admin: boolean) =>
      user.refused('POST', '/v1/rooms/admins-access', { body: { roomId, userId, admin } })
    expect(await refused(idris, group.id, idris.id, false)).toBe('403 forbidden')
    expect(await refused(leyla, closed.id, leyla.id, true)).toBe('404 not_found')
    expect(await refused(amina, 99, idris.id, true)).toBe('404 not_found')
    expect(await refused(amina, group.id, leyla.id, true)).toBe('422 unprocessable_entity')
    expect(await refused(amina, group.id, 'user-99', true)).toBe('422 unprocessable_entity')
    expect(await refused(amina, group.id, amina.id, false)).toBe('422 unprocessable_entity')
    expect(await setAdmin(amina, group.id, amina)).toEqual({ success: true })
    expect(await profile(amina, group)).toMatchObject({ isAdmin: true, membersCount: 2 })
  })
})

describe('removing a member', () => {
  test('is for admins, and puts out of a private room', async () => {
    const { amina, idris, leyla } = await allUsers()
    const group = await makeGroup(amina)
    for (const user of [idris, leyla]) await user.post(`/v1/rooms/${group.id}/join`)
    await amina.post('/v1/rooms/admins-access', { roomId: group.id, userId: idris.id, admin: true })
    await amina.patch('/v1/rooms/groups', { id: group.id, public: false })
    expect(await idris.delete(`/v1/rooms/${group.id}/members/${leyla.id}`)).toEqual({ success: true })
    expect(await leyla.refused('GET', `/v1/rooms/${group.id}`)).toBe('404 not_found')
    expect(await idris.refused('DELETE', `/v1/rooms/${group.id}/members/${leyla.id}`)).toBe('404 not_found')
    expect(await amina.delete(`/v1/rooms/${group.id}/members/${idris.id}`)).toEqual({ success: true })
    expect(await profile(amina, group)).toMatchObject({ membersCount: 1 })
  })

  test('is refused to others, and of the owner, oneself and, but for the owner, admins', async () => {
    const { amina, idris, leyla, tariq } = await allUsers()
    const { id } = await makeGroup(amina)
    for (const user of [idris, leyla, tariq]) await user.post(`/v1/rooms/${id}/join`)
    for (const { id: userId } of [idris, tariq]) {
      await amina.post('/v1/rooms/admins-access', { roomId: id, userId, admin: true })
    }
    const refused = (user: User, other: User, roomId = id) =>
      user.refused('DELETE', `/v1/rooms/${roomId}/members/${other.id}`)
    expect(await refused(leyla, idris)).toBe('403 forbidden')
    expect(await refused(leyla, leyla)).toBe('403 forbidden')
    expect(await refused(idris, tariq)).toBe('403 forbidden')
    expect(await refused(idris, amina)).toBe('422 unprocessable_entity')
    expect(await refused(idris, idris)).toBe('422 unprocessable_entity')
    expect(await refused(amina, amina)).toBe('422 unprocessable_entity')
    expect(await refused(amina, leyla, 99)).toBe('404 not_found')
    expect(await amina.get(`/v1/rooms/${id}/members`)).toMatchObject({ total: 4 })
  })
})
