import { moderationStatuses } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import {
  change,
  day,
  draftOf,
  groupOf,
  idsOf,
  postSandbox,
  read,
  start,
  statusFor,
  write,
} from './posts.test-support.ts'

describe('a post in a room', () => {
  it('has another number for its status than the request', async () => {
    const { amina } = await postSandbox()
    const roomId = await groupOf(amina)
    for (const [sent, received] of [
      [0, 2],
      [1, 1],
      [2, 0],
    ]) {
      const post = await write(amina, { roomId, roomPostStatus: sent })
      expect(post.roomPostStatus).toBe(received)
      expect(post.roomId).toBe(roomId)
      expect(post.room).toMatchObject({
        id: roomId,
        name: 'Circle',
        isAdmin: true,
        isOwner: true,
        isPublic: true,
      })
    }
  })

  it('is written by members, and as the room by its admins', async () => {
    const { amina, idris, leyla } = await postSandbox()
    const roomId = await groupOf(amina)
    const body = draftOf(idris.id, { roomId })
    expect(await idris.refused('POST', '/v1/posts', { body })).toBe('403 forbidden')
    await idris.post(`/v1/rooms/${roomId}/join`)
    expect((await write(idris, { roomId })).room).toMatchObject({ isAdmin: false })
    const asRoom = draftOf(idris.id, { roomId, roomPostStatus: 0 })
    expect(await idris.refused('POST', '/v1/posts', { body: asRoom })).toBe('403 forbidden')
    const nowhere = draftOf(leyla.id, { roomId: 999 })
    expect(await leyla.refused('POST', '/v1/posts', { body: nowhere })).toBe('404 not_found')
  })

  it('is not told of where the room is private', async () => {
    const { amina, idris } = await postSandbox()
    const roomId = await groupOf(amina, { public: false })
    const body = draftOf(idris.id, { roomId })
    expect(await idris.refused('POST', '/v1/posts', { body })).toBe('404 not_found')
    const post = await write(amina, { roomId })
    expect(await statusFor(idris, post.id)).toBe(404)
    expect(await idsOf(idris, '/v1/posts/feed')).toEqual([])
    expect(await idsOf(amina, '/v1/posts/feed')).toEqual([post.id])
  })

  it('only for members is seen by them alone', async () => {
    const { amina, idris, leyla, maria } = await postSandbox()
    const roomId = await groupOf(amina)
    await idris.post(`/v1/rooms/${roomId}/join`)
    const post = await write(idris, { roomId, roomPostStatus: 2 })
    expect(await Promise.all([amina, leyla, maria].map((user) => statusFor(user, post.id)))).toEqual([
      200, 404, 404,
    ])
    await idris.post(`/v1/rooms/${roomId}/leave`)
    expect(await statusFor(idris, post.id)).toBe(200)
    expect((await change(idris, post.id, { body: 'Mended after leaving.' })).body).toBe(
      'Mended after leaving.',
    )
    const again = { roomPostStatus: 1 }
    expect(await idris.refused('PATCH', `/v1/posts/${post.id}`, { body: again })).toBe('403 forbidden')
  })
})

describe('a post that is not published yet', () => {
  it('is its author’s, and in the tab of drafts, until it is', async () => {
    const { amina, idris, maria, pass } = await postSandbox()
    const draft = await write(amina, { draft: true })
    const later = await write(amina, { publishedAt: new Date(start + day).toISOString() })
    const listed = () => idsOf(idris, '/v1/posts/feed')
    expect(await idsOf(amina, '/v1/posts/feed', { tab: 'draft' })).toEqual([later.id, draft.id])
    expect(await idsOf(amina, '/v1/posts/my-posts')).toEqual([])
    expect(await idsOf(idris, '/v1/posts/feed', { tab: 'draft' })).toEqual([])
    expect(await listed()).toEqual([])
    for (const { id } of [draft, later]) {
      expect(await Promise.all([amina, idris, maria].map((user) => statusFor(user, id)))).toEqual([
        200, 404, 404,
      ])
      expect(await idris.refused('DELETE', `/v1/posts/${id}`)).toBe('404 not_found')
    }
    expect((await change(amina, draft.id, { body: 'Still a draft.' })).draft).toBe(true)
    pass(day)
    expect(await listed()).toEqual([later.id])
    await change(amina, draft.id, { draft: false })
    expect(await listed()).toEqual([later.id, draft.id])
    expect(await idsOf(amina, '/v1/posts/feed', { tab: 'draft' })).toEqual([])
  })

  it('reads a time without an offset in UTC', async () => {
    const { amina } = await postSandbox()
    expect((await write(amina, { publishedAt: '2026-01-05T09:00:00' })).publishedAt).toBe(
      '2026-01-05T09:00:00.000Z',
    )
  })
})

describe('moderation', () => {
  it.each([
    ['featured', { author: 200, other: 200, moderator: 200, listed: true }],
    ['promoted', { author: 200, other: 200, moderator: 200, listed: true }],
    ['normal', { author: 200, other: 200, moderator: 200, listed: true }],
    ['hidden', { author: 200, other: 404, moderator: 200, listed: false }],
    ['private_note', { author: 200, other: 404, moderator: 404, listed: false }],
    ['requested_review', { author: 200, other: 404, moderator: 200, listed: false }],
    ['deleted', { author: 404, other: 404, moderator: 404, listed: false }],
  ] as const)('%s', async (state, { author, other, moderator, listed }) => {
    const { sandbox, amina, idris, maria } = await postSandbox()
    const { id } = await write(amina)
    sandbox.moderate(id, moderationStatuses[state])
    const statuses = await Promise.all([amina, idris, maria].map((user) => statusFor(user, id)))
    expect(statuses).toEqual([author, other, moderator])
    for (const user of [amina, idris, maria]) {
      expect(await idsOf(user, '/v1/posts/feed')).toEqual(listed ? [id] : [])
      expect(await idsOf(user, `/v1/posts/user-posts/${amina.id}`)).toEqual(listed ? [id] : [])
    }
    expect(await idsOf(amina, '/v1/posts/my-posts')).toEqual(state === 'deleted' ? [] : [id])
    if (state === 'deleted') return
    expect(await read(amina, id)).toMatchObject({
      moderationStatus: moderationStatuses[state],
      hidden: !listed,
      reviewedAt: '2026-01-05T10:00:00.000Z',
      ...(state === 'featured' && { featuredAt: '2026-01-05T10:00:00.000Z' }),
    })
  })

  it('is told of what is not there, and brings back what was deleted', async () => {
    const { sandbox, amina } = await postSandbox()
    const { id } = await write(amina)
    expect(() => sandbox.moderate(id + 1, 4)).toThrow()
    sandbox.moderate(id, 1)
    await amina.delete(`/v1/posts/${id}`)
    sandbox.moderate(id, 3)
    expect(await read(amina, id)).not.toHaveProperty('featuredAt')
  })
})
