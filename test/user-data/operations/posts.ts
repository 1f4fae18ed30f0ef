import { roomPostStatusOfPost } from '@waraq/protocol/user'
import { expect } from 'vitest'
import { commentOn, groupOf, write } from './making.ts'
import type { CallsOf } from './scene.ts'

const idsOf = (posts: readonly { readonly id: number }[]) => posts.map(({ id }) => id)

export const posts: CallsOf<'posts'> = {
  async create({ only, myId, otherId }) {
    const marker = '{{1b4e28ba-2fa1-11d2-883f-0016d3cca427}}'
    const post = await write(only, myId, {
      body: `With hardship comes ease, ${marker}.`,
      mentions: [{ marker, userId: otherId, displayName: 'Omar' }],
    })
    expect(post).toMatchObject({
      authorId: myId,
      moderationStatus: 3,
      references: [{ chapterId: 94, from: 5, to: 6 }],
      tags: [{ name: 'ease' }],
      mentions: [{ id: otherId, displayName: 'Omar' }],
    })
    expect(roomPostStatusOfPost(post.roomPostStatus)).toBe('publicly')
  },
  async get({ only, other, otherId }) {
    const { id } = await write(other, otherId)
    expect(await only.posts.get(id)).toMatchObject({ id, authorId: otherId, isLiked: false })
  },
  async update({ me, only, myId }) {
    const room = await groupOf(me)
    const { id } = await write(me, myId, { roomId: room.id })
    // Members only is sent as 2 and returned as 0.
    await only.posts.update(id, { body: 'Ease, and again ease.', roomPostStatus: 2 })
    const post = await me.posts.get(id)
    expect(post).toMatchObject({ body: 'Ease, and again ease.', roomPostStatus: 0, roomId: room.id })
  },
  async delete({ me, only, other, myId }) {
    const { id } = await write(me, myId)
    expect(await only.posts.delete(id)).toEqual({ success: true })
    await expect(other.posts.get(id)).rejects.toMatchObject({ code: 'not_found' })
  },
  async listFeed({ only, other, otherId }) {
    const { id } = await write(other, otherId)
    await write(other, otherId, { references: [{ chapterId: 1, from: 1, to: 7 }], tags: ['opening'] })
    const filter = { authors: [otherId], references: [{ chapterId: 94, from: 1, to: 8 }], tags: ['ease'] }
    const page = await only.posts.listFeed({ tab: 'newest', sortBy: 'latest', filter, limit: 5 })
    expect(page).toMatchObject({ total: 1, data: [{ id }] })
  },
  async listRelated({ me, only, myId, other, otherId }) {
    const tags = [`together_${myId.replace('-', '_')}`]
    const { id } = await write(me, myId, { tags, references: [] })
    const { id: related } = await write(other, otherId, { tags, references: [] })
    expect(idsOf((await only.posts.listRelated(id)).data)).toEqual([related])
  },
  async listReReflections({ only, other, otherId }) {
    const { id } = await write(other, otherId)
    expect(await only.posts.listReReflections(id)).toMatchObject({ total: 0, data: [] })
  },
  async listMine({ me, only, myId, other, otherId }) {
    const first = await write(me, myId)
    const second = await write(me, myId)
    await me.posts.toggleSave((await write(other, otherId)).id)
    const local: number[] = []
    for await (const { id } of only.posts.listMine.each({ tab: 'my_reflections', limit: 1 })) local.push(id)
    expect(local).toEqual([second.id, first.id])
    expect((await only.posts.listMine({ tab: 'saved' })).data).toMatchObject([{ authorId: otherId }])
  },
  async listOfUser({ only, other, otherId }) {
    const { id } = await write(other, otherId)
    await write(other, otherId, { draft: true })
    expect(idsOf((await only.posts.listOfUser(otherId)).data)).toEqual([id])
  },
  async listByVerse({ only, other, otherId }) {
    const { id } = await write(other, otherId, { references: [{ chapterId: 103, from: 3, to: 3 }] })
    expect(idsOf((await only.posts.listByVerse('103:3')).data)).toContain(id)
    expect(idsOf((await only.posts.listByVerse('103:2')).data)).not.toContain(id)
  },
  async countInRange({ me, only, myId }) {
    const range = { from: '112:1', to: '112:2' }
    const { count } = await me.posts.countInRange(range)
    await write(me, myId, { references: [{ chapterId: 112, from: 2, to: 4 }] })
    expect(await only.posts.countInRange(range)).toEqual({ count: count! + 1 })
  },
  async countByVerse({ me, only, myId }) {
    const { count } = await me.posts.countByVerse(6236)
    await write(me, myId, { references: [{ chapterId: 114, from: 6, to: 6 }] })
    expect(await only.posts.countByVerse(6236)).toEqual({ count: count + 1 })
  },
  async isLiked({ me, only, other, otherId }) {
    const { id } = await write(other, otherId)
    expect(await only.posts.isLiked(id)).toEqual({ liked: false })
    await me.posts.toggleLike(id)
    expect(await only.posts.isLiked(id)).toEqual({ liked: true })
  },
  async toggleLike({ me, only, other, otherId }) {
    const { id } = await write(other, otherId)
    expect(await only.posts.toggleLike(id)).toEqual({ liked: true })
    expect(await me.posts.get(id)).toMatchObject({ likesCount: 1, isLiked: true })
    expect(await only.posts.toggleLike(id)).toEqual({ liked: false })
  },
  async toggleSave({ me, only, other, otherId }) {
    const { id } = await write(other, otherId)
    expect(await only.posts.toggleSave(id)).toEqual({ saved: true })
    expect((await me.posts.get(id)).isSaved).toBe(true)
  },
  async markViewed({ me, only, other, otherId }) {
    const { id } = await write(other, otherId)
    expect(await only.posts.markViewed(id)).toEqual({ success: true })
    expect((await me.posts.get(id)).viewsCount).toBe(1)
  },
  async markRead({ only, other, otherId }) {
    const { id } = await write(other, otherId)
    expect(await only.posts.markRead(id)).toEqual({ success: true })
  },
  async report({ me, only, other, otherId }) {
    const { id } = await write(other, otherId)
    const report = { abuse: 'spam', comments: 'An advertisement.' }
    expect(await only.posts.report(id, { report })).toEqual({ reported: true })
    expect((await me.posts.get(id)).reported).toBe(true)
  },
  async listComments({ me, only, other, otherId }) {
    const { id } = await write(other, otherId)
    const comment = await commentOn(me, id)
    const page = await only.posts.listComments(id, { limit: 20 })
    expect(page).toMatchObject({ total: 1, comments: [{ id: comment.id, postId: id }] })
  },
  async listAllComments({ me, only, other, otherId }) {
    const { id } = await write(other, otherId)
    for (const body of ['One', 'Two', 'Three']) await commentOn(me, id, body)
    expect(await only.posts.listAllComments(id)).toMatchObject({ total: 3 })
  },
  async exportPdf({ me, only, myId }) {
    const { id } = await write(me, myId)
    const pdf = await only.posts.exportPdf({ ids: [id] })
    expect(pdf.type).toBe('application/pdf')
    expect(await pdf.text()).toMatch(/^%PDF-1\.[\s\S]*%%EOF\s*$/)
  },
}

export const comments: CallsOf<'comments'> = {
  async create({ only, other, otherId, myId }) {
    const { id } = await write(other, otherId)
    expect(await commentOn(only, id, 'May it be so.')).toMatchObject({
      postId: id,
      parentId: 0,
      authorId: myId,
      body: 'May it be so.',
      isEdited: false,
    })
    expect(await other.posts.get(id)).toMatchObject({
      commentsCount: 1,
      recentComment: { body: 'May it be so.' },
    })
  },
  async update({ me, only, other, otherId }) {
    const { id } = await commentOn(me, (await write(other, otherId)).id)
    const { data } = await only.comments.update(id, { comment: { body: 'Well said indeed.' } })
    expect(data).toMatchObject({ id, body: 'Well said indeed.', isEdited: true })
  },
  async delete({ me, only, other, otherId }) {
    const post = await write(other, otherId)
    const { id } = await commentOn(me, post.id)
    expect(await only.comments.delete(id)).toEqual({ removed: true })
    expect((await me.posts.listAllComments(post.id)).total).toBe(0)
  },
  async toggleLike({ me, only, other, otherId }) {
    const post = await write(other, otherId)
    const { id } = await commentOn(other, post.id)
    expect(await only.comments.toggleLike(id)).toEqual({ liked: true })
    expect((await me.posts.listComments(post.id)).comments).toMatchObject([{ likesCount: 1 }])
  },
  async listReplies({ me, only, other, otherId }) {
    const post = await write(other, otherId)
    const parent = await commentOn(other, post.id)
    for (const body of ['First', 'Second']) await commentOn(me, post.id, body, parent.id)
    const bodies: string[] = []
    for await (const { body, parentId } of only.comments.listReplies.each(parent.id, { limit: 1 })) {
      expect(parentId).toBe(parent.id)
      bodies.push(body)
    }
    expect(bodies.sort()).toEqual(['First', 'Second'])
    expect((await only.comments.listReplies(parent.id)).comment).toMatchObject({ repliesCount: 2 })
  },
}

export const tags: CallsOf<'tags'> = {
  async search({ me, only, myId }) {
    const name = `gratitude_${myId.replace('-', '_')}`
    await write(me, myId, { tags: [name] })
    expect(await only.tags.search({ query: name.toUpperCase() })).toMatchObject([{ name, postsCount: 1 }])
  },
  async listTrending({ me, only, myId }) {
    await write(me, myId)
    expect(await only.tags.listTrending({ limit: 3 })).toBeTruthy()
  },
}
