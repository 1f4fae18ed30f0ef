import { RoomInviteUserResponseDto } from '@waraq/protocol/user'
import { describe, expect, test } from 'vitest'
import { allUsers, makeGroup, makePage, profile, type User } from './rooms.test-support.ts'

async function invite(user: User, roomId: number, userIds: string[], emails: string[] = []) {
  const body = { userIds, emails }
  return RoomInviteUserResponseDto.parse(await user.post(`/v1/rooms/${roomId}/invite`, body))
}

/** A private group that amina owns. */
async function closedGroup() {
  const all = await allUsers()
  const group = await makeGroup(all.amina, { public: false })
  const tokens = () => all.sandbox.invitations.map(({ token }) => token)
  return { ...all, group, tokens }
}

describe('inviting', () => {
  test('tells of each whether it worked, and mails a token to each', async () => {
    const { sandbox, amina, idris, leyla, group } = await closedGroup()
    const answer = await invite(
      amina,
      group.id,
      [idris.id, leyla.id, amina.id, 'user-99', idris.id],
      ['friend@example.invalid', 'friend'],
    )
    expect(answer).toEqual({
      invited: true,
      inviteStatus: {
        [idris.id]: true,
        [leyla.id]: true,
        [amina.id]: expect.any(String),
        'user-99': expect.any(String),
        'friend@example.invalid': true,
        friend: expect.any(String),
      },
    })
    expect(
      sandbox.invitations.map(({ roomId, userId, email, state }) => ({ roomId, userId, email, state })),
    ).toEqual([
      { roomId: group.id, userId: idris.id, email: undefined, state: 'open' },
      { roomId: group.id, userId: leyla.id, email: undefined, state: 'open' },
      { roomId: group.id, userId: undefined, email: 'friend@example.invalid', state: 'open' },
    ])
    expect(new Set(sandbox.invitations.map(({ token }) => token)).size).toBe(3)
  })

  test('invites no user twice while the first invitation is open', async () => {
    const { sandbox, amina, idris, group } = await closedGroup()
    await invite(amina, group.id, [idris.id], ['friend@example.invalid'])
    expect(await invite(amina, group.id, [idris.id], ['FRIEND@example.invalid'])).toEqual({
      invited: false,
      inviteStatus: { [idris.id]: expect.any(String), 'FRIEND@example.invalid': expect.any(String) },
    })
    expect(sandbox.invitations).toHaveLength(2)
    await idris.get(`/v1/rooms/${group.id}/reject-invite`, { token: sandbox.invitations[0]!.token })
    expect(await invite(amina, group.id, [idris.id])).toMatchObject({ invited: true })
    expect(sandbox.invitations.map(({ state }) => state)).toEqual(['rejected', 'open', 'open'])
  })

  test('is for admins, in groups and pages', async () => {
    const { sandbox, amina, idris, leyla, group } = await closedGroup()
    const page = await makePage(amina)
    await idris.post(`/v1/rooms/${page.id}/follow`)
    const refused = (user: User, id: number, body: object = { userIds: [leyla.id], emails: [] }) =>
      user.refused('POST', `/v1/rooms/${id}/invite`, { body })
    expect(await refused(idris, page.id)).toBe('403 forbidden')
    expect(await refused(idris, group.id)).toBe('404 not_found')
    expect(await refused(amina, 99)).toBe('404 not_found')
    expect(await refused(amina, page.id, { userIds: [], emails: [] })).toBe('400 invalid_request')
    expect(await refused(amina, page.id, { userIds: [leyla.id] })).toBe('400 invalid_request')
    expect(sandbox.invitations).toEqual([])
    await amina.post('/v1/rooms/admins-access', { roomId: page.id, userId: idris.id, admin: true })
    expect(await invite(idris, page.id, [leyla.id])).toMatchObject({ invited: true })
  })
})

describe('answering an invitation', () => {
  test('lets in who accepts, once', async () => {
    const { sandbox, amina, idris, group, tokens } = await closedGroup()
    await invite(amina, group.id, [idris.id])
    const path = `/v1/rooms/${group.id}/accept-invite`
    const query = { token: tokens()[0]! }
    expect(await idris.refused('GET', `/v1/rooms/${group.id}`)).toBe('404 not_found')
    expect(await idris.get(path, query)).toEqual({ accepted: true })
    expect(await profile(idris, group)).toMatchObject({ isMember: true, isAdmin: false, membersCount: 2 })
    expect(await idris.refused('GET', path, { query })).toBe('404 not_found')
    expect(await idris.refused('GET', `/v1/rooms/${group.id}/reject-invite`, { query })).toBe('404 not_found')
    expect(sandbox.invitations[0]).toMatchObject({ state: 'accepted' })
  })

  test('leaves out who rejects', async () => {
    const { sandbox, amina, idris, group, tokens } = await closedGroup()
    await invite(amina, group.id, [idris.id])
    const query = { token: tokens()[0]! }
    expect(await idris.get(`/v1/rooms/${group.id}/reject-invite`, query)).toEqual({ rejected: true })
    expect(await idris.refused('GET', `/v1/rooms/${group.id}/accept-invite`, { query })).toBe('404 not_found')
    expect(await idris.refused('GET', `/v1/rooms/${group.id}`)).toBe('404 not_found')
    expect(sandbox.invitations[0]).toMatchObject({ state: 'rejected' })
  })

  test('can be answered by the invited user alone, or by any user who has the mail', async () => {
    const { amina, idris, leyla, group, tokens } = await closedGroup()
    await invite(amina, group.id, [idris.id], ['friend@example.invalid'])
    const [ofIdris, ofMail] = tokens()
    const path = `/v1/rooms/${group.id}/accept-invite`
    expect(await leyla.refused('GET', path, { query: { token: ofIdris! } })).toBe('404 not_found')
    expect(
      await leyla.refused('GET', `/v1/rooms/${group.id}/reject-invite`, { query: { token: ofIdris! } }),
    ).toBe('404 not_found')
    expect(await leyla.get(path, { token: ofMail! })).toEqual({ accepted: true })
    expect(await idris.refused('GET', path, { query: { token: ofMail! } })).toBe('404 not_found')
    expect(await idris.get(path, { token: ofIdris! })).toEqual({ accepted: true })
  })

  test('needs the token, and of this room', async () => {
    const { amina, idris, group, tokens } = await closedGroup()
    const other = await makeGroup(amina, { url: 'other' })
    await invite(amina, other.id, [idris.id])
    const path = `/v1/rooms/${group.id}/accept-invite`
    expect(await idris.refused('GET', path, { query: { token: tokens()[0]! } })).toBe('404 not_found')
    expect(await idris.refused('GET', path, { query: { token: 'wrong' } })).toBe('404 not_found')
    expect(await idris.refused('GET', path)).toBe('422 unprocessable_entity')
    expect(await idris.refused('GET', '/v1/rooms/99/accept-invite', { query: { token: 'wrong' } })).toBe(
      '404 not_found',
    )
  })

  test('keeps who became an admin in the meantime', async () => {
    const { amina, idris, tokens } = await closedGroup()
    const open = await makeGroup(amina, { url: 'open' })
    await invite(amina, open.id, [idris.id])
    await idris.post(`/v1/rooms/${open.id}/join`)
    await amina.post('/v1/rooms/admins-access', { roomId: open.id, userId: idris.id, admin: true })
    expect(await idris.get(`/v1/rooms/${open.id}/accept-invite`, { token: tokens()[0]! })).toEqual({
      accepted: true,
    })
    expect(await profile(idris, open)).toMatchObject({ isAdmin: true, membersCount: 2 })
  })
})
