import { describe, expect, it } from 'vitest'
import {
  change,
  draftOf,
  groupOf,
  idsOf,
  mentionOfUser,
  postSandbox,
  read,
  statusFor,
  write,
} from './posts.test-support.ts'

describe('a post', () => {
  it('is answered with all that is known of it', async () => {
    const { amina, idris } = await postSandbox()
    const mention = mentionOfUser(idris.id)
    const post = await write(amina, {
      body: `Read this, ${mention.marker}, twice: ${mention.marker}`,
      references: [
        { chapterId: 2, from: 255, to: 257 },
        { chapterId: 114, from: 0, to: 0 },
      ],
      tags: ['Patience', '#hope', 'patience'],
      mentions: [mention],
      publishedAt: '2026-01-05T12:30:00+03:00',
    })
    expect(await read(amina, post.id)).toEqual(post)
    expect(post).toEqual({
      id: post.id,
      authorId: amina.id,
      createdAt: '2026-01-05T10:00:00.000Z',
      updatedAt: '2026-01-05T10:00:00.000Z',
      publishedAt: '2026-01-05T09:30:00.000Z',
      body: `Read this, ${mention.marker}, twice: ${mention.marker}`,
      draft: false,
      postTypeId: 1,
      postTypeName: 'Reflection',
      roomId: 0,
      room: null,
      roomPostStatus: 1,
      languageId: 38,
      languageName: 'english',
      estimatedReadingTime: 1,
      tags: [
        { id: expect.any(Number), name: 'Patience' },
        { id: expect.any(Number), name: 'hope' },
      ],
      references: [
        { id: expect.any(String), chapterId: 2, from: 255, to: 257 },
        { id: expect.any(String), chapterId: 114, from: 0, to: 0 },
      ],
      moderationStatus: 3,
      hidden: false,
      removed: false,
      reported: false,
      verified: false,
      views: 0,
      viewsCount: 0,
      likesCount: 0,
      commentsCount: 0,
      isLiked: false,
      isSaved: false,
      isCommentedOn: false,
      isByFollowedUser: false,
      author: {
        avatarUrls: {},
        id: amina.id,
        username: 'amina',
        firstName: 'Amina',
        lastName: 'Rahman',
        verified: false,
      },
      mentions: [
        expect.objectContaining({
          id: idris.id,
          displayName: 'A friend',
          locations: [11, 60],
          followersCount: 0,
        }),
      ],
    })
  })

  it('is verified where its author is, and takes the longer the more it says', async () => {
    const { leyla } = await postSandbox()
    const post = await write(leyla, { body: 'word '.repeat(401) })
    expect([post.verified, post.estimatedReadingTime]).toEqual([true, 3])
  })

  it('needs no room, status, author or time where it is an ordinary one', async () => {
    const { amina } = await postSandbox()
    const body = { body: 'Something to think about.', draft: false, references: [], mentions: [] }
    expect(await amina.post('/v1/posts', { post: body })).toMatchObject({
      post: { authorId: amina.id, roomId: 0, roomPostStatus: 1, draft: false },
    })
  })

  it.each([
    ['a short body', { body: 'short' }],
    ['chapter 115', { references: [{ chapterId: 115, from: 0, to: 0 }] }],
    ['chapter 0', { references: [{ chapterId: 0, from: 0, to: 0 }] }],
    ['a verse that the chapter has not', { references: [{ chapterId: 1, from: 1, to: 8 }] }],
    ['an end before the beginning', { references: [{ chapterId: 1, from: 3, to: 2 }] }],
    ['an end of 0 alone', { references: [{ chapterId: 1, from: 2, to: 0 }] }],
    ['a beginning of 0 alone', { references: [{ chapterId: 1, from: 0, to: 2 }] }],
    ['half a verse', { references: [{ chapterId: 1, from: 1.5, to: 2 }] }],
    ['a room post status that is none', { roomPostStatus: 3 }],
    ['as the room, outside of rooms', { roomPostStatus: 0 }],
    ['only to members, outside of rooms', { roomPostStatus: 2 }],
    ['a tag of two words', { tags: ['two words'] }],
    ['a tag of nothing', { tags: ['#'] }],
    ['a mention without its marker', { mentions: [mentionOfUser('user-1')] }],
    [
      'a mention of an unknown user',
      { body: `Who is ${mentionOfUser('').marker}?`, mentions: [mentionOfUser('user-99')] },
    ],
    ['no day', { publishedAt: 'tomorrow' }],
  ])('is refused with %s', async (_, fields) => {
    const { amina } = await postSandbox()
    expect(await amina.refused('POST', '/v1/posts', { body: draftOf(amina.id, fields) })).toBe(
      '400 invalid_request',
    )
    expect(await idsOf(amina, '/v1/posts/my-posts')).toEqual([])
  })

  it('is written as oneself only', async () => {
    const { amina, idris } = await postSandbox()
    const body = draftOf(idris.id)
    expect(await amina.refused('POST', '/v1/posts', { body })).toBe('403 forbidden')
  })
})

describe('a post that is changed', () => {
  it('keeps what was not sent', async () => {
    const { amina, pass } = await postSandbox()
    const before = await write(amina, { tags: ['hope'], references: [{ chapterId: 1, from: 1, to: 2 }] })
    pass(1_000)
    const after = await change(amina, before.id, { body: 'Said better now.' })
    expect(after).toEqual({ ...before, body: 'Said better now.', updatedAt: '2026-01-05T10:00:01.000Z' })
    expect(await read(amina, before.id)).toEqual(after)
    const emptied = await change(amina, before.id, { tags: [], references: [] })
    expect([emptied.tags, emptied.references]).toEqual([[], []])
  })

  it('loses mentions with their markers', async () => {
    const { amina, idris } = await postSandbox()
    const mention = mentionOfUser(idris.id)
    const post = await write(amina, { body: `For ${mention.marker}`, mentions: [mention] })
    const kept = await change(amina, post.id, { body: `Also for ${mention.marker}` })
    expect(kept.mentions).toMatchObject([{ id: idris.id, locations: [9] }])
    expect((await change(amina, post.id, { body: 'For nobody.' })).mentions).toEqual([])
  })

  it('leaves its room only as a post for all users', async () => {
    const { amina } = await postSandbox()
    const roomId = await groupOf(amina)
    const post = await write(amina, { roomId, roomPostStatus: 2 })
    const out = { roomId: 0 }
    expect(await amina.refused('PATCH', `/v1/posts/${post.id}`, { body: out })).toBe('400 invalid_request')
    expect(await change(amina, post.id, { roomId: 0, roomPostStatus: 1 })).toMatchObject({
      roomId: 0,
      room: null,
    })
  })

  it('is changed and deleted by its author only', async () => {
    const { amina, idris, maria } = await postSandbox()
    const { id } = await write(amina)
    const body = { body: 'Not mine at all.' }
    for (const other of [idris, maria]) {
      expect(await other.refused('PATCH', `/v1/posts/${id}`, { body })).toBe('403 forbidden')
      expect(await other.refused('DELETE', `/v1/posts/${id}`)).toBe('403 forbidden')
    }
    expect(await amina.refused('PATCH', `/v1/posts/${id}`, { body: { body: 'short' } })).toBe(
      '400 invalid_request',
    )
    const asOther = { postAsAuthorId: idris.id }
    expect(await amina.refused('PATCH', `/v1/posts/${id}`, { body: asOther })).toBe('403 forbidden')
    expect((await read(amina, id)).body).toBe('Something to think about.')
    expect(await amina.delete(`/v1/posts/${id}`)).toEqual({ success: true })
    for (const user of [amina, idris, maria]) expect(await statusFor(user, id)).toBe(404)
    expect(await amina.refused('DELETE', `/v1/posts/${id}`)).toBe('404 not_found')
    expect(await amina.refused('PATCH', `/v1/posts/${id}`, { body })).toBe('404 not_found')
  })
})
