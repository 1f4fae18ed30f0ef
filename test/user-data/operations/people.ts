import { imageDataUrl } from '@waraq/protocol/user'
import { expect } from 'vitest'
import { groupOf, pageOf, write } from './making.ts'
import type { CallsOf } from './scene.ts'

const picture = imageDataUrl('png', 'iVBORw0KGgo=')

export const users: CallsOf<'users'> = {
  async getOwnProfile({ only, myId, myName }) {
    const plain = await only.users.getOwnProfile()
    expect(plain).toMatchObject({ id: myId, username: myName, joiningYear: 2026 })
    expect(plain).not.toHaveProperty('email')
    expect(await only.users.getOwnProfile({ qdc: true })).toMatchObject({
      email: `${myName}@example.invalid`,
    })
  },
  async editProfile({ me, only }) {
    expect(await only.users.editProfile({ reflectionLanguages: ['38', '9'], customized: true })).toEqual({
      success: true,
    })
    expect((await me.users.getOwnProfile()).settings).toMatchObject({
      reflectionLanguages: [38, 9],
      customized: true,
    })
  },
  async updateProfile({ only }) {
    const user = { firstName: 'Nadia', bio: 'Reads at dawn.', country: null, avatar: picture }
    const updated = await only.users.updateProfile({ user })
    expect(updated).toMatchObject({ firstName: 'Nadia', bio: 'Reads at dawn.' })
    expect(updated.avatarUrls.small).toMatch(/^https:/)
  },
  async get({ me, only, otherId }) {
    await me.users.toggleFollow(otherId, { action: 'follow' })
    expect(await only.users.get(otherId)).toMatchObject({ id: otherId, followed: true, followersCount: 1 })
  },
  async getByName({ only, otherId, otherName }) {
    expect(await only.users.getByName(otherName)).toMatchObject({ id: otherId, followed: false })
  },
  async listMyRooms({ me, only }) {
    const room = await groupOf(me)
    expect((await only.users.listMyRooms()).data).toMatchObject([{ id: room.id, membersCount: 1 }])
  },
  async search({ only, otherId, otherName }) {
    const { data } = await only.users.search({ query: otherName.toUpperCase() })
    expect(data).toMatchObject([{ id: otherId, isFollowed: false }])
  },
  async toggleFollow({ me, only, otherId }) {
    expect(await only.users.toggleFollow(otherId, { action: 'follow' })).toEqual({ followed: true })
    expect(await me.users.toggleFollow(otherId, { action: 'unfollow' })).toEqual({ followed: false })
  },
  async removeFollower({ me, only, other, myId, otherId }) {
    await other.users.toggleFollow(myId, { action: 'follow' })
    expect(await only.users.removeFollower(otherId)).toEqual({ removed: true })
    expect((await me.users.listFollowers(myId)).data).toEqual([])
  },
  async listFollowers({ me, only, myId, otherId }) {
    await me.users.toggleFollow(otherId, { action: 'follow' })
    const page = await only.users.listFollowers(otherId, { limit: 20 })
    expect(page).toMatchObject({ total: 1, currentPage: 1, limit: 20, pages: 1, data: [{ id: myId }] })
  },
  async listFollowing({ me, only, myId, otherId }) {
    await me.users.toggleFollow(otherId, { action: 'follow' })
    const followed: string[] = []
    for await (const { id } of only.users.listFollowing.each(myId, { limit: 1 })) followed.push(id)
    expect(followed).toEqual([otherId])
  },
}

export const rooms: CallsOf<'rooms'> = {
  async get({ me, only }) {
    const room = await groupOf(me)
    expect(await only.rooms.get(room.id)).toMatchObject({ id: room.id, isOwner: true, roomType: 'group' })
  },
  async getGroup({ me, only }) {
    const room = await groupOf(me)
    expect((await only.rooms.getGroup(room.url!)).id).toBe(room.id)
  },
  async getPage({ me, only }) {
    const page = await pageOf(me)
    expect((await only.rooms.getPage(page.subdomain!)).id).toBe(page.id)
  },
  async search({ me, only }) {
    const room = await groupOf(me)
    expect((await only.rooms.search({ query: room.name })).data).toMatchObject([{ id: room.id }])
  },
  async listJoined({ me, only, other }) {
    const room = await groupOf(other)
    await me.rooms.joinGroup(room.id)
    expect((await only.rooms.listJoined({ limit: 5 })).data.map(({ id }) => id)).toContain(room.id)
  },
  async listManaged({ me, only, other }) {
    await me.rooms.joinGroup((await groupOf(other)).id)
    const own = await groupOf(me)
    expect((await only.rooms.listManaged()).data).toMatchObject([{ id: own.id, isAdmin: true }])
  },
  async listMembers({ me, only, other, myId, otherId }) {
    const room = await groupOf(me)
    await other.rooms.joinGroup(room.id)
    const members = new Map<string, boolean>()
    for await (const { id, isOwner } of only.rooms.listMembers.each(room.id, { limit: 1 }))
      members.set(id, isOwner)
    expect(members).toEqual(
      new Map([
        [myId, true],
        [otherId, false],
      ]),
    )
  },
  async listPosts({ me, only, myId }) {
    const room = await groupOf(me)
    const { id } = await write(me, myId, { roomId: room.id })
    expect((await only.rooms.listPosts(room.id, { tab: 'public' })).data).toMatchObject([
      { id, roomId: room.id },
    ])
  },
  async createGroup({ only }) {
    expect(await groupOf(only)).toMatchObject({ roomType: 'group', isOwner: true, membersCount: 1 })
  },
  async updateGroup({ me, only }) {
    const { id } = await groupOf(me)
    await only.rooms.updateGroup({ id, name: 'Late readers', public: null })
    expect(await me.rooms.get(id)).toMatchObject({ name: 'Late readers', isPublic: true })
  },
  async createPage({ me, only }) {
    const page = await pageOf(only, me)
    expect(page).toMatchObject({ roomType: 'page', isOwner: true })
  },
  async updatePage({ me, only }) {
    const { id } = await pageOf(me)
    await only.rooms.updatePage({ id, description: 'Lessons each week.' })
    expect((await me.rooms.get(id)).description).toBe('Lessons each week.')
  },
  async updateAdmins({ me, only, other, otherId }) {
    const { id: roomId } = await groupOf(me)
    await other.rooms.joinGroup(roomId)
    expect(await only.rooms.updateAdmins({ roomId, userId: otherId, admin: true })).toEqual({ success: true })
    expect(await other.rooms.get(roomId)).toMatchObject({ isAdmin: true, isOwner: false })
  },
  async invite({ me, only, otherId }) {
    const { id } = await groupOf(me)
    const invited = await only.rooms.invite(id, {
      userIds: [otherId, 'nobody'],
      emails: ['a@example.invalid'],
    })
    expect(invited).toMatchObject({
      invited: true,
      inviteStatus: { [otherId]: true, nobody: expect.any(String), 'a@example.invalid': true },
    })
  },
  async acceptInvite({ sandbox, only, other, myId }) {
    const { id } = await groupOf(other, { public: false })
    await other.rooms.invite(id, { userIds: [myId], emails: [] })
    const { token } = sandbox.invitations.at(-1)!
    expect(await only.rooms.acceptInvite(id, { token })).toEqual({ accepted: true })
    expect((await other.rooms.listMembers(id)).total).toBe(2)
  },
  async rejectInvite({ sandbox, only, other, myId }) {
    const { id } = await groupOf(other, { public: false })
    await other.rooms.invite(id, { userIds: [myId], emails: [] })
    const { token } = sandbox.invitations.at(-1)!
    expect(await only.rooms.rejectInvite(id, { token })).toEqual({ rejected: true })
    expect((await other.rooms.listMembers(id)).total).toBe(1)
  },
  async acceptGroupToken({ only, other }) {
    const { id, url } = await groupOf(other, { public: false })
    const { privateToken } = await other.rooms.get(id)
    const accepted = await only.rooms.acceptGroupToken(url!, privateToken!)
    expect(accepted).toEqual({ roomId: id, success: true, isNewMember: true })
  },
  async acceptPageToken({ only, other }) {
    const { id, subdomain } = await pageOf(other)
    const { privateToken } = await other.rooms.get(id)
    const accepted = await only.rooms.acceptPageToken(subdomain!, privateToken!)
    expect(accepted).toEqual({ roomId: id, success: true, isNewMember: true })
  },
  async removeMember({ me, only, other, otherId }) {
    const { id } = await groupOf(me)
    await other.rooms.joinGroup(id)
    expect(await only.rooms.removeMember(id, otherId)).toEqual({ success: true })
    expect((await me.rooms.listMembers(id)).total).toBe(1)
  },
  async joinGroup({ me, only, other }) {
    const { id } = await groupOf(other)
    expect(await only.rooms.joinGroup(id)).toEqual({ joined: true })
    expect(await me.rooms.get(id)).toMatchObject({ isMember: true, membersCount: 2 })
  },
  async leaveGroup({ me, only, other }) {
    const { id } = await groupOf(other)
    await me.rooms.joinGroup(id)
    expect(await only.rooms.leaveGroup(id)).toEqual({ left: true })
    expect(await me.rooms.get(id)).toMatchObject({ isMember: false, membersCount: 1 })
  },
  async followPage({ me, only, other }) {
    const { id } = await pageOf(other)
    expect(await only.rooms.followPage(id)).toEqual({ followed: true })
    expect((await me.rooms.get(id)).isMember).toBe(true)
  },
  async unfollowPage({ me, only, other }) {
    const { id } = await pageOf(other)
    await me.rooms.followPage(id)
    expect(await only.rooms.unfollowPage(id)).toEqual({ unfollowed: true })
    expect((await me.rooms.get(id)).isMember).toBe(false)
  },
  async updatePostPrivacy({ me, only, other, otherId, myId }) {
    const room = await groupOf(me)
    await other.rooms.joinGroup(room.id)
    const { id } = await write(me, myId, { roomId: room.id })
    expect(await only.rooms.updatePostPrivacy(room.id, id, { isPublic: false })).toMatchObject({
      roomPostStatus: 0,
    })
    await me.rooms.removeMember(room.id, otherId)
    await expect(other.posts.get(id)).rejects.toMatchObject({ code: 'not_found' })
  },
}
