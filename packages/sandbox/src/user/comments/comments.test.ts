import { mostCommentBody } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { mentionOfUser, read } from '../posts/posts.test-support.ts'
import { commentsOn, edit, ids, postToTalkAbout, say, seen, type User } from './comments.test-support.ts'

describe('a comment', () => {
  it('is answered with all that is known of it', async () => {
    const { amina, idris, post } = await postToTalkAbout()
    const mention = mentionOfUser(amina.id)
    const body = `Well said, ${mention.marker}! #Hope #hope https://example.invalid/#no`
    const comment = await say(idris, post.id, { body, mentions: [mention] })
    expect(comment).toEqual({
      id: comment.id,
      postId: post.id,
      parentId: 0,
      authorId: idris.id,
      isPrivate: false,
      isEdited: false,
      body,
      createdAt: '2026-01-05T10:00:00.000Z',
      updatedAt: '2026-01-05T10:00:00.000Z',
      repliesCount: 0,
      likesCount: 0,
      languageId: 38,
      languageName: 'english',
      reported: false,
      removed: false,
      hidden: false,
      moderationEvasionSuspected: false,
      author: expect.objectContaining({ id: idris.id, username: 'idris' }),
      mentions: [expect.objectContaining({ id: amina.id, locations: [11] })],
      tags: [{ id: expect.any(Number), name: 'Hope', commentsCount: 1 }],
    })
    expect(await seen(amina, comment.id)).toEqual(comment)
  })

  it('shows on the post', async () => {
    const { amina, idris, post, pass } = await postToTalkAbout()
    await say(idris, post.id, { body: 'First.' })
    pass(1_000)
    const last = await say(idris, post.id, { body: 'Last.' })
    expect(await read(idris, post.id)).toMatchObject({ commentsCount: 2, isCommentedOn: true })
    const { recentComment, isCommentedOn } = await read(amina, post.id)
    expect(isCommentedOn).toBe(false)
    expect(recentComment).toEqual({
      id: last.id,
      author: expect.objectContaining({ id: idris.id }),
      body: 'Last.',
      createdAt: '2026-01-05T10:00:01.000Z',
    })
  })

  it.each([
    ['nothing', { body: '' }],
    ['blanks', { body: ' \n\t' }],
    ['more than fits', { body: 'x'.repeat(mostCommentBody + 1) }],
    ['no word on who may see it', { isPrivate: undefined }],
    [
      'a mention of an unknown user',
      { body: mentionOfUser('').marker, mentions: [mentionOfUser('user-99')] },
    ],
    ['a mention without its marker', { mentions: [mentionOfUser('user-1')] }],
  ])('is refused with %s', async (_, fields) => {
    const { amina, post } = await postToTalkAbout()
    const body = { comment: { body: 'Well said.', isPrivate: false, postId: post.id, ...fields } }
    expect(await amina.refused('POST', '/v1/comments', { body })).toBe('400 invalid_request')
    expect((await commentsOn(amina, post.id)).total).toBe(0)
  })

  it('may be as long as is allowed', async () => {
    const { amina, post } = await postToTalkAbout()
    expect((await say(amina, post.id, { body: 'x'.repeat(mostCommentBody) })).body).toHaveLength(
      mostCommentBody,
    )
  })

  it('needs a post that the user sees', async () => {
    const { sandbox, amina, idris, post } = await postToTalkAbout()
    const { id } = await say(idris, post.id)
    const body = { comment: { body: 'Well said.', isPrivate: false, postId: post.id } }
    sandbox.moderate(post.id, 4)
    expect(await idris.refused('POST', '/v1/comments', { body })).toBe('404 not_found')
    expect(await idris.refused('PATCH', `/v1/comments/${id}`, { body: { comment: {} } })).toBe(
      '404 not_found',
    )
    for (const path of [`comments/${id}/replies`, `comments/${id}/delete`, `posts/${post.id}/comments`]) {
      expect(await idris.refused('GET', `/v1/${path}`)).toBe('404 not_found')
    }
    expect(await idris.refused('GET', `/v1/posts/${post.id}/all-comments`)).toBe('404 not_found')
    expect(await idris.refused('POST', `/v1/comments/${id}/toggle-like`)).toBe('404 not_found')
    expect(ids((await commentsOn(amina, post.id)).comments)).toEqual([id])
    const nowhere = { comment: { body: 'Well said.', isPrivate: false, postId: 999 } }
    expect(await idris.refused('POST', '/v1/comments', { body: nowhere })).toBe('404 not_found')
  })
})

describe('a comment that is changed', () => {
  it('says so', async () => {
    const { amina, idris, post, pass } = await postToTalkAbout()
    const mention = mentionOfUser(amina.id)
    const before = await say(idris, post.id, { body: `For ${mention.marker} #hope`, mentions: [mention] })
    pass(1_000)
    const edited = await edit(idris, before.id, { body: `Still for ${mention.marker} #peace` })
    expect(edited).toMatchObject({
      id: before.id,
      isEdited: true,
      createdAt: before.createdAt,
      updatedAt: '2026-01-05T10:00:01.000Z',
      body: `Still for ${mention.marker} #peace`,
      mentions: [{ id: amina.id, locations: [10] }],
      tags: [{ name: 'peace' }],
    })
    expect(await seen(amina, before.id)).toEqual(edited)
    expect(await edit(idris, before.id, { mentions: [] })).toMatchObject({ body: edited.body, mentions: [] })
  })

  it('is so by its author only, and still says something', async () => {
    const { amina, idris, maria, post } = await postToTalkAbout()
    const { id, body: said } = await say(idris, post.id)
    const path = `/v1/comments/${id}`
    for (const user of [amina, maria]) {
      expect(await user.refused('PATCH', path, { body: { comment: { body: 'Mine.' } } })).toBe(
        '403 forbidden',
      )
    }
    for (const body of [' ', 'x'.repeat(mostCommentBody + 1)]) {
      expect(await idris.refused('PATCH', path, { body: { comment: { body } } })).toBe('400 invalid_request')
    }
    expect(await seen(idris, id)).toMatchObject({ body: said, isEdited: false })
    expect(await idris.refused('PATCH', '/v1/comments/999', { body: { comment: {} } })).toBe('404 not_found')
  })
})

describe('a comment that is removed', () => {
  it('takes its replies with it', async () => {
    const { amina, idris, post } = await postToTalkAbout()
    const kept = await say(idris, post.id)
    const first = await say(idris, post.id)
    const reply = await say(amina, post.id, { parentId: first.id })
    const deeper = await say(idris, post.id, { parentId: reply.id })
    expect(await idris.get(`/v1/comments/${first.id}/delete`)).toEqual({ removed: true })
    for (const { id } of [first, reply, deeper]) {
      expect(await idris.refused('GET', `/v1/comments/${id}/delete`)).toBe('404 not_found')
      expect(await idris.refused('GET', `/v1/comments/${id}/replies`)).toBe('404 not_found')
    }
    expect(ids((await commentsOn(amina, post.id)).comments)).toEqual([kept.id])
    expect(await read(amina, post.id)).toMatchObject({ commentsCount: 1, recentComment: { id: kept.id } })
  })

  it('is so by its author, the author of the post, and administrators', async () => {
    const { amina, idris, leyla, maria, post } = await postToTalkAbout()
    for (const user of [idris, amina, maria]) {
      const { id } = await say(idris, post.id)
      expect(await leyla.refused('GET', `/v1/comments/${id}/delete`)).toBe('403 forbidden')
      expect(await user.get(`/v1/comments/${id}/delete`)).toEqual({ removed: true })
    }
    expect((await commentsOn(amina, post.id)).total).toBe(0)
  })
})

describe('a like of a comment', () => {
  it('is set and taken back', async () => {
    const { amina, idris, post } = await postToTalkAbout()
    const { id } = await say(idris, post.id)
    const toggle = (user: User) => user.post(`/v1/comments/${id}/toggle-like`)
    expect([await toggle(amina), await toggle(idris)]).toEqual([{ liked: true }, { liked: true }])
    expect((await seen(amina, id)).likesCount).toBe(2)
    expect(await toggle(amina)).toEqual({ liked: false })
    expect((await seen(amina, id)).likesCount).toBe(1)
    expect(await amina.refused('POST', '/v1/comments/999/toggle-like')).toBe('404 not_found')
  })
})
