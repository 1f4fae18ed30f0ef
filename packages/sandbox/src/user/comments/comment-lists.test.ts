import { PostAllCommentsResponse } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { change, read, write } from '../posts/posts.test-support.ts'
import { commentsOn, ids, postToTalkAbout, repliesTo, say, seen } from './comments.test-support.ts'

describe('a reply', () => {
  it('stands with what it answers', async () => {
    const { amina, idris, post } = await postToTalkAbout()
    const first = await say(idris, post.id)
    const second = await say(idris, post.id)
    const reply = await say(amina, post.id, { parentId: first.id })
    const deeper = await say(idris, post.id, { parentId: reply.id })
    expect([reply.parentId, deeper.parentId]).toEqual([first.id, reply.id])
    const list = await commentsOn(amina, post.id)
    expect(ids(list.comments)).toEqual([second.id, first.id])
    expect(list.comments.map(({ repliesCount }) => repliesCount)).toEqual([0, 1])
    const answered = await repliesTo(amina, first.id)
    expect(answered).toMatchObject({ total: 1, pages: 1, comment: { id: first.id } })
    expect(ids(answered.replies)).toEqual([reply.id])
    expect(ids((await repliesTo(amina, reply.id)).replies)).toEqual([deeper.id])
    expect((await read(amina, post.id)).commentsCount).toBe(4)
  })

  it('answers a comment on the same post', async () => {
    const { amina, idris, post } = await postToTalkAbout()
    const elsewhere = await say(idris, (await write(idris)).id)
    for (const parentId of [elsewhere.id, 999, -1]) {
      const body = { comment: { body: 'Well said.', isPrivate: false, postId: post.id, parentId } }
      expect(await amina.refused('POST', '/v1/comments', { body })).toBe('422 unprocessable_entity')
    }
    expect((await say(amina, post.id, { parentId: 0 })).parentId).toBe(0)
  })
})

describe('a private comment', () => {
  it('is between its author and the author of the post', async () => {
    const { amina, idris, leyla, maria, post } = await postToTalkAbout()
    const { id, isPrivate } = await say(idris, post.id, { isPrivate: true, body: '#secret' })
    expect(isPrivate).toBe(true)
    for (const user of [amina, idris]) {
      expect(ids((await commentsOn(user, post.id)).comments)).toEqual([id])
      expect((await read(user, post.id)).commentsCount).toBe(1)
    }
    const path = `/v1/comments/${id}`
    for (const user of [leyla, maria]) {
      expect(await commentsOn(user, post.id)).toMatchObject({ total: 0, comments: [] })
      expect(await read(user, post.id)).not.toHaveProperty('recentComment')
      expect(await user.refused('GET', `${path}/replies`)).toBe('404 not_found')
      expect(await user.refused('POST', `${path}/toggle-like`)).toBe('404 not_found')
      expect(await user.refused('PATCH', path, { body: { comment: { body: 'Mine.' } } })).toBe(
        '404 not_found',
      )
      expect(await user.refused('GET', `${path}/delete`)).toBe('404 not_found')
      const body = { comment: { body: 'Well said.', isPrivate: false, postId: post.id, parentId: id } }
      expect(await user.refused('POST', '/v1/comments', { body })).toBe('422 unprocessable_entity')
    }
    expect(await leyla.get('/v1/tags', { query: 'secret' })).toEqual([])
  })

  it('keeps its replies to itself', async () => {
    const { amina, idris, leyla, post } = await postToTalkAbout()
    const hidden = await say(idris, post.id, { isPrivate: true })
    const reply = await say(amina, post.id, { parentId: hidden.id })
    expect(ids((await repliesTo(idris, hidden.id)).replies)).toEqual([reply.id])
    expect(await leyla.refused('GET', `/v1/comments/${reply.id}/replies`)).toBe('404 not_found')
    expect((await read(leyla, post.id)).commentsCount).toBe(0)
  })
})

describe('lists of comments', () => {
  it('come in pages of at most 20, newest first', async () => {
    const { amina, post } = await postToTalkAbout()
    const said: number[] = []
    for (let count = 0; count < 21; count++) said.unshift((await say(amina, post.id)).id)
    const first = await commentsOn(amina, post.id)
    expect(first).toMatchObject({ total: 21, currentPage: 1, limit: 20, pages: 2 })
    expect(ids(first.comments)).toEqual(said.slice(0, 20))
    expect(ids((await commentsOn(amina, post.id, { page: 2 })).comments)).toEqual(said.slice(20))
    expect(ids((await commentsOn(amina, post.id, { page: 2, limit: 2 })).comments)).toEqual(said.slice(2, 4))
    for (const path of [`/v1/posts/${post.id}/comments`, `/v1/comments/${said[0]}/replies`]) {
      expect(await amina.refused('GET', path, { query: { limit: 21 } })).toBe('422 unprocessable_entity')
    }
  })

  it('of replies do, too', async () => {
    const { amina, post } = await postToTalkAbout()
    const { id } = await say(amina, post.id)
    const said: number[] = []
    for (let count = 0; count < 3; count++) said.unshift((await say(amina, post.id, { parentId: id })).id)
    const second = await repliesTo(amina, id, { page: 2, limit: 2 })
    expect(second).toMatchObject({
      total: 3,
      currentPage: 2,
      limit: 2,
      pages: 2,
      comment: { repliesCount: 3 },
    })
    expect(ids(second.replies)).toEqual(said.slice(2))
  })

  it('can be had whole, with replies', async () => {
    const { amina, idris, post } = await postToTalkAbout()
    const first = await say(idris, post.id)
    const reply = await say(amina, post.id, { parentId: first.id })
    const all = PostAllCommentsResponse.parse(await amina.get(`/v1/posts/${post.id}/all-comments`))
    expect(all.total).toBe(2)
    expect(ids(all.comments)).toEqual([reply.id, first.id])
  })

  it('end with the post', async () => {
    const { amina, idris, post } = await postToTalkAbout()
    const { id } = await say(idris, post.id)
    await change(amina, post.id, { draft: true })
    expect(await idris.refused('GET', `/v1/comments/${id}/replies`)).toBe('404 not_found')
    expect((await seen(amina, id)).id).toBe(id)
  })
})
