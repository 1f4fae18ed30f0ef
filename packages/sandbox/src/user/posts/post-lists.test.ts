import { describe, expect, it } from 'vitest'
import { Feeds } from './feeds.ts'
import {
  ago,
  bareAreas,
  fatiha,
  ids,
  idsOf,
  mentionOfUser,
  page,
  postSandbox,
  write,
} from './posts.test-support.ts'

describe('my posts', () => {
  const mine = '/v1/posts/my-posts'

  it('are what one wrote, what one saved, and what mentions one', async () => {
    const { sandbox, amina, idris } = await postSandbox()
    const mention = mentionOfUser(amina.id)
    const own = await write(amina)
    const saved = await write(idris, { body: 'Something worth keeping.' })
    const mentioning = await write(idris, { body: `For ${mention.marker}`, mentions: [mention] })
    const ofOther = mentionOfUser(idris.id)
    await write(idris, { body: `By ${ofOther.marker}`, mentions: [ofOther] })
    await amina.post(`/v1/posts/${saved.id}/toggle-save`)
    expect(await idsOf(amina, mine)).toEqual([own.id])
    expect(await idsOf(amina, mine, { tab: 'my_reflections' })).toEqual([own.id])
    expect(await idsOf(amina, mine, { tab: 'saved' })).toEqual([saved.id])
    expect(await idsOf(amina, mine, { tab: 'mentions' })).toEqual([mentioning.id])
    expect(await idsOf(amina, mine, { tab: 'notes' })).toEqual([])
    expect(await idsOf(idris, mine, { tab: 'saved' })).toEqual([])
    sandbox.moderate(saved.id, 4)
    expect(await idsOf(amina, mine, { tab: 'saved' })).toEqual([])
  })

  it('have a tab of what was a note', () => {
    const { posts } = bareAreas()
    const id = posts.publishNote('user-1', { body: 'A note of mine.', ranges: [] })
    const feeds = new Feeds(posts)
    expect(feeds.ofOneself('user-1', { tab: 'notes' }).map(({ post }) => post.id)).toEqual([id])
    expect(feeds.ofOneself('user-1', {}).map(({ post }) => post.id)).toEqual([id])
    expect(feeds.ofOneself('user-2', { tab: 'notes' })).toEqual([])
  })

  it('are sorted, of some types, and at most 20 at a time', async () => {
    const { amina } = await postSandbox()
    const liked = await write(amina, ago(1))
    const newer = await write(amina)
    await amina.post(`/v1/posts/${liked.id}/toggle-like`)
    expect(await idsOf(amina, mine, { sortBy: 'latest' })).toEqual(ids(newer, liked))
    expect(await idsOf(amina, mine, { sortBy: 'popular' })).toEqual(ids(liked, newer))
    expect(await idsOf(amina, mine, { postTypeIds: [2] })).toEqual([])
    expect(await idsOf(amina, mine, { limit: 1, page: 2 })).toEqual([liked.id])
    expect(await amina.refused('GET', mine, { query: { limit: 21 } })).toBe('422 unprocessable_entity')
  })
})

describe('the posts of a user', () => {
  it('are those that stand in feeds', async () => {
    const { amina, idris } = await postSandbox()
    const list = `/v1/posts/user-posts/${amina.id}`
    const liked = await write(amina, ago(1))
    const newer = await write(amina)
    await write(amina, { draft: true })
    await write(idris)
    await idris.post(`/v1/posts/${liked.id}/toggle-like`)
    for (const user of [amina, idris]) expect(await idsOf(user, list)).toEqual(ids(newer, liked))
    expect(await idsOf(idris, list, { sortBy: 'popular' })).toEqual(ids(liked, newer))
    expect(await idsOf(idris, list, { postTypeIds: [2] })).toEqual([])
    expect(await idris.refused('GET', list, { query: { limit: 21 } })).toBe('422 unprocessable_entity')
    expect(await idris.refused('GET', '/v1/posts/user-posts/user-99')).toBe('404 not_found')
  })
})

describe('posts about a verse', () => {
  it('are listed and counted by verse and by range', async () => {
    const { sandbox, amina } = await postSandbox()
    const verses = await write(amina, { references: [fatiha] })
    const chapter = await write(amina, { references: [{ chapterId: 1, from: 0, to: 0 }] })
    await write(amina, { references: [{ chapterId: 2, from: 1, to: 1 }], draft: true })
    const last = await write(amina, { references: [{ chapterId: 114, from: 0, to: 0 }] })
    const byVerse = (key: string) => idsOf(amina, `/v1/posts/by-verse/${key}`)
    const count = (id: number) => amina.get(`/v1/posts/count-by-verse/${id}`)
    const inRange = (from: string, to: string) => amina.get('/v1/posts/count-within-range', { from, to })
    expect(await byVerse('1:4')).toEqual(ids(chapter, verses))
    expect(await byVerse('1:5')).toEqual([chapter.id])
    expect(await byVerse('2:1')).toEqual([])
    expect(await byVerse('114:6')).toEqual([last.id])
    expect([await count(4), await count(5), await count(8), await count(6236)]).toEqual(
      [2, 1, 0, 1].map((number) => ({ count: number })),
    )
    expect(await inRange('1:4', '114:1')).toEqual({ count: 3 })
    expect(await inRange('1:5', '2:1')).toEqual({ count: 1 })
    expect(await inRange('2:1', '2:286')).toEqual({ count: 0 })
    sandbox.moderate(verses.id, 1)
    expect(await byVerse('1:4')).toEqual(ids(verses, chapter))
  })

  it('come on one page', async () => {
    const { amina } = await postSandbox()
    for (let count = 0; count < 21; count++) await write(amina, { references: [fatiha] })
    const all = await page(amina, '/v1/posts/by-verse/1:2')
    expect(all).toMatchObject({ total: 21, currentPage: 1, limit: 21, pages: 1 })
    expect(all.data).toHaveLength(21)
  })

  it.each([
    '/v1/posts/by-verse/1:8',
    '/v1/posts/by-verse/1',
    '/v1/posts/count-by-verse/6237',
    '/v1/posts/count-by-verse/0',
    '/v1/posts/count-within-range?from=1:2&to=1:1',
    '/v1/posts/count-within-range?from=1:2&to=1:8',
    '/v1/posts/count-within-range?from=1:2',
  ])('are not asked for with %s', async (path) => {
    const { amina } = await postSandbox()
    expect(await amina.refused('GET', path)).toBe('422 unprocessable_entity')
  })
})

describe('posts near a post', () => {
  it('share verses or tags with it', async () => {
    const { amina, idris } = await postSandbox()
    const post = await write(amina, { references: [fatiha], tags: ['hope'] })
    const sameVerse = await write(idris, { references: [{ chapterId: 1, from: 4, to: 7 }] })
    const sameTag = await write(idris, { tags: ['Hope'] })
    await write(idris, { references: [{ chapterId: 1, from: 5, to: 7 }], tags: ['peace'] })
    await write(idris, { tags: ['hope'], draft: true })
    const related = `/v1/posts/${post.id}/related`
    expect(await idsOf(amina, related)).toEqual(ids(sameTag, sameVerse))
    expect(await idsOf(amina, related, { limit: 1, page: 2 })).toEqual([sameVerse.id])
  })

  it('never answer it', async () => {
    const { amina, idris } = await postSandbox()
    const draft = await write(amina, { draft: true })
    expect(await page(amina, `/v1/posts/${draft.id}/re-reflections`)).toMatchObject({ total: 0, data: [] })
    for (const list of ['related', 're-reflections']) {
      expect(await idris.refused('GET', `/v1/posts/${draft.id}/${list}`)).toBe('404 not_found')
    }
  })
})
