import { describe, expect, it } from 'vitest'
import { makePage } from '../rooms/rooms.test-support.ts'
import { fatiha, groupOf, ids, idsOf, likedPosts, postSandbox, write } from './posts.test-support.ts'

const feed = '/v1/posts/feed'

describe('the filter of the feed', () => {
  const filtered = (user: Parameters<typeof idsOf>[0], query: Parameters<typeof idsOf>[2]) =>
    idsOf(user, feed, query)

  it('keeps authors, verified ones, languages and types', async () => {
    const { amina, idris, one, two, none } = await likedPosts()
    expect(await filtered(amina, { 'filter[authors]': [amina.id, idris.id] })).toEqual(ids(one, two))
    expect(await filtered(amina, { 'filter[verifiedOnly]': true })).toEqual([none.id])
    expect(await filtered(amina, { 'filter[verifiedOnly]': false })).toEqual(ids(none, one, two))
    expect(await filtered(amina, { languages: [38, 9] })).toHaveLength(3)
    expect(await filtered(amina, { languages: [9] })).toEqual([])
    expect(await filtered(amina, { 'filter[postTypeIds]': [1] })).toHaveLength(3)
    expect(await filtered(amina, { 'filter[postTypeIds]': [2] })).toEqual([])
    expect(await filtered(amina, { 'filter[authors]': [amina.id], 'filter[verifiedOnly]': true })).toEqual([])
  })

  it('keeps tags, any of them or all', async () => {
    const { amina, one, two } = await likedPosts()
    const tags = (...names: string[]) => ({ 'filter[tags]': names })
    expect(await filtered(amina, tags('#HOPE'))).toEqual(ids(one, two))
    expect(await filtered(amina, tags('peace', 'hope'))).toEqual(ids(one, two))
    expect(await filtered(amina, { ...tags('peace', 'hope'), 'filter[tagsOperator]': 'OR' })).toEqual(
      ids(one, two),
    )
    expect(await filtered(amina, { ...tags('peace', 'hope'), 'filter[tagsOperator]': 'AND' })).toEqual([
      two.id,
    ])
    expect(await filtered(amina, tags('war'))).toEqual([])
  })

  it('keeps references, any of them or all', async () => {
    const { amina } = await postSandbox()
    const verses = await write(amina, { references: [fatiha] })
    const chapter = await write(amina, { references: [{ chapterId: 2, from: 0, to: 0 }] })
    const both = await write(amina, { references: [fatiha, { chapterId: 2, from: 255, to: 255 }] })
    const at = (place: number, chapterId: number, from?: number, to?: number) => ({
      [`filter[references][${place}][chapterId]`]: chapterId,
      ...(from !== undefined && { [`filter[references][${place}][from]`]: from }),
      ...(to !== undefined && { [`filter[references][${place}][to]`]: to }),
    })
    const and = { 'filter[referencesOperator]': 'AND' }
    expect(await filtered(amina, at(0, 1))).toEqual(ids(both, verses))
    expect(await filtered(amina, at(0, 1, 4, 7))).toEqual(ids(both, verses))
    expect(await filtered(amina, at(0, 1, 5))).toEqual([])
    expect(await filtered(amina, at(0, 2, 1, 254))).toEqual([chapter.id])
    expect(await filtered(amina, { ...at(0, 1), ...at(1, 2, 255, 255) })).toEqual(ids(both, chapter, verses))
    expect(await filtered(amina, { ...at(0, 1), ...at(1, 2, 255, 255), ...and })).toEqual([both.id])
    for (const query of [at(0, 115), at(0, 1, 8, 9), at(0, 1, 3, 2), { 'filter[references][0][from]': 1 }]) {
      expect(await amina.refused('GET', feed, { query })).toBe('422 unprocessable_entity')
    }
  })

  it('keeps groups and pages, by id or address', async () => {
    const { amina } = await postSandbox()
    const roomId = await groupOf(amina)
    const otherId = await groupOf(amina, { url: 'other' })
    const post = await write(amina, { roomId })
    const other = await write(amina, { roomId: otherId })
    const onPage = await write(amina, { roomId: (await makePage(amina)).id })
    await write(amina)
    expect(await filtered(amina, { 'filter[groups]': ['Circle'] })).toEqual([post.id])
    expect(await filtered(amina, { 'filter[groups]': [String(otherId), 'circle'] })).toEqual(ids(other, post))
    expect(await filtered(amina, { 'filter[pages]': ['circle'] })).toEqual([])
    expect(await filtered(amina, { 'filter[pages]': ['library'] })).toEqual([onPage.id])
    expect(await filtered(amina, { 'filter[groups]': ['library'] })).toEqual([])
    expect(await filtered(amina, { 'filter[pages]': ['circle'], 'filter[groups]': ['other'] })).toEqual([
      other.id,
    ])
  })
})
