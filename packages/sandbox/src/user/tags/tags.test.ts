import { SearchTagsResponse } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { say } from '../comments/comments.test-support.ts'
import { day, groupOf, postSandbox, start, type User, write } from '../posts/posts.test-support.ts'
import { tagName, tagNamesIn } from './names.ts'

async function found(user: User, query: Parameters<User['get']>[1] = {}) {
  return SearchTagsResponse.parse(await user.get('/v1/tags', query))
}

async function trending(user: User, limit: number) {
  return SearchTagsResponse.parse(await user.get('/v1/trending-hashtags', { limit }))
}

const names = (tags: SearchTagsResponse) => tags.map(({ name }) => name)

describe('the name of a tag', () => {
  it('is one word of any script', () => {
    expect(['hope', '#hope', 'صبر', '#sabır_2'].map(tagName)).toEqual(['hope', 'hope', 'صبر', 'sabır_2'])
    for (const text of ['', '#', 'two words', '##hope', 'a-b', 'x'.repeat(101), ' hope']) {
      expect(() => tagName(text)).toThrow(expect.objectContaining({ status: 400 }))
    }
  })

  it('is found in texts', () => {
    expect(tagNamesIn('#one, (#two) and #three_3! Not a#b, ##c, &#39; or example.invalid/#d')).toEqual([
      'one',
      'two',
      'three_3',
    ])
  })
})

describe('tags', () => {
  it('are made by posts and comments that use them', async () => {
    const { amina, idris } = await postSandbox()
    expect(await found(amina)).toEqual([])
    const post = await write(amina, { tags: ['Hope', 'peace'] })
    await say(idris, post.id, { body: 'Indeed, #HOPE.' })
    expect(await found(idris)).toEqual([
      {
        id: expect.any(Number),
        name: 'Hope',
        createdAt: '2026-01-05T10:00:00.000Z',
        updatedAt: '2026-01-05T10:00:00.000Z',
        rank: 1,
        postsCount: 1,
        commentsCount: 1,
      },
      expect.objectContaining({ name: 'peace', rank: 2, postsCount: 1, commentsCount: 0 }),
    ])
  })

  it('are looked for by how they begin', async () => {
    const { amina } = await postSandbox()
    await write(amina, { tags: ['hope', 'Hopeful', 'ahope'] })
    await write(amina, { tags: ['hopeful'] })
    expect(names(await found(amina, { query: 'HOPE' }))).toEqual(['Hopeful', 'hope'])
    expect(names(await found(amina, { query: '#hopef' }))).toEqual(['Hopeful'])
    expect(await found(amina, { query: 'nothing' })).toEqual([])
    expect((await found(amina, { query: 'ahope' }))[0]).toMatchObject({ rank: 3 })
  })

  it('come in pages of 20, most used first', async () => {
    const { amina } = await postSandbox()
    const all = Array.from({ length: 21 }, (_, index) => `tag${index}`)
    await write(amina, { tags: all })
    await write(amina, { tags: ['tag20'] })
    expect(names(await found(amina))).toEqual(['tag20', ...all.slice(0, 19)])
    expect(names(await found(amina, { page: 2 }))).toEqual(['tag19'])
    expect(names(await found(amina, { page: 2, limit: 2 }))).toEqual(['tag1', 'tag2'])
    expect(await found(amina, { page: 3 })).toEqual([])
    expect(await amina.refused('GET', '/v1/tags', { query: { page: 0 } })).toBe('422 unprocessable_entity')
  })

  it('tell nothing of posts that not every user may see', async () => {
    const { sandbox, amina } = await postSandbox()
    const roomId = await groupOf(amina)
    const draft = await write(amina, { tags: ['draft'], draft: true })
    await say(amina, draft.id, { body: '#draftcomment' })
    await write(amina, { tags: ['later'], publishedAt: new Date(start + day).toISOString() })
    await write(amina, { tags: ['members'], roomId, roomPostStatus: 2 })
    const hidden = await write(amina, { tags: ['hidden'] })
    const deleted = await write(amina, { tags: ['deleted'] })
    await write(amina, { tags: ['open'], roomId })
    expect(names(await found(amina))).toEqual(['hidden', 'deleted', 'open'])
    sandbox.moderate(hidden.id, 4)
    await amina.delete(`/v1/posts/${deleted.id}`)
    expect(names(await found(amina))).toEqual(['open'])
  })
})

describe('trending hashtags', () => {
  it('are those of the last seven days', async () => {
    const { amina, pass } = await postSandbox()
    await write(amina, { tags: ['old', 'both'] })
    const post = await write(amina, { tags: ['old'] })
    pass(7 * day)
    expect(names(await trending(amina, 5))).toEqual(['old', 'both'])
    pass(1)
    expect(await trending(amina, 5)).toEqual([])
    const now = new Date(start + 7 * day).toISOString()
    await write(amina, { tags: ['both', 'new'], publishedAt: now })
    await say(amina, post.id, { body: 'Again: #new' })
    const tags = await trending(amina, 5)
    expect(
      tags.map(({ name, rank, postsCount, commentsCount }) => [name, rank, postsCount, commentsCount]),
    ).toEqual([
      ['new', 1, 1, 1],
      ['both', 2, 1, 0],
    ])
    expect(names(await trending(amina, 1))).toEqual(['new'])
  })

  it('need a number of at least one', async () => {
    const { amina } = await postSandbox()
    for (const query of [{}, { limit: 0 }, { limit: 1.5 }]) {
      expect(await amina.refused('GET', '/v1/trending-hashtags', { query })).toBe('422 unprocessable_entity')
    }
  })
})
