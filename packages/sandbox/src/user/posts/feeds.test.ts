import { feedTabs, postSortings } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { feedTab } from './feed-tabs.ts'
import { Feeds } from './feeds.ts'
import {
  ago,
  bareAreas,
  follow,
  groupOf,
  ids,
  idsOf,
  likedPosts,
  page,
  postSandbox,
  write,
} from './posts.test-support.ts'

const feed = '/v1/posts/feed'

describe('the feed', () => {
  it('has all that a user sees, newest first and what came last first among equals', async () => {
    const { amina, idris } = await postSandbox()
    const first = await write(amina)
    const old = await write(idris, ago(1))
    const last = await write(idris)
    expect(await idsOf(amina, feed)).toEqual(ids(last, first, old))
  })

  it('comes in pages', async () => {
    const { amina } = await postSandbox()
    for (let count = 0; count < 21; count++) await write(amina)
    const first = await page(amina, feed)
    expect(first).toMatchObject({ total: 21, currentPage: 1, limit: 20, pages: 2 })
    expect(first.data).toHaveLength(20)
    const second = await page(amina, feed, { page: 2 })
    expect(second).toMatchObject({ total: 21, currentPage: 2, limit: 20, pages: 2 })
    expect(new Set(ids(...first.data, ...second.data)).size).toBe(21)
    expect(await idsOf(amina, feed, { page: 3 })).toEqual([])
    expect(await idsOf(amina, feed, { page: 4, limit: 5 })).toEqual(ids(...first.data).slice(15))
    for (const query of [
      { page: 0 },
      { limit: 0 },
      { tab: 'best' },
      { sortBy: 'oldest' },
      { order: 'asc' },
    ]) {
      expect(await amina.refused('GET', feed, { query })).toBe('422 unprocessable_entity')
    }
  })

  it('begins with what is featured, then what is promoted, however it is sorted', async () => {
    const { sandbox, amina, one, two, none } = await likedPosts()
    sandbox.moderate(none.id, 2)
    sandbox.moderate(two.id, 1)
    const newest = await write(amina)
    for (const sortBy of postSortings) {
      const rest = sortBy === 'latest' ? ids(newest, one) : ids(one, newest)
      expect(await idsOf(amina, feed, { sortBy })).toEqual([two.id, none.id, ...rest])
    }
  })

  it('is sorted as asked for, and otherwise as its tab is', async () => {
    const { amina, one, two, none } = await likedPosts()
    const last = await write(amina)
    const byTime = ids(last, none, one, two)
    const byLikes = ids(two, one, last, none)
    for (const tab of ['newest', 'latest', 'public'] as const) {
      expect(await idsOf(amina, feed, { tab })).toEqual(byTime)
      expect(await idsOf(amina, feed, { tab, sortBy: 'popular' })).toEqual(byLikes)
    }
    for (const tab of ['popular', 'most_popular'] as const) {
      expect(await idsOf(amina, feed, { tab })).toEqual(byLikes)
      expect(await idsOf(amina, feed, { tab, sortBy: 'latest' })).toEqual(byTime)
    }
    expect(await idsOf(amina, feed, { tab: 'trending' })).toEqual(ids(one, last, none))
  })

  it('has tabs of what is about verses, of whom one follows, of what one likes, and of what concerns one', async () => {
    const { amina, idris, leyla, one, two } = await likedPosts()
    const listed = (tab: string) => idsOf(amina, feed, { tab })
    expect(await listed('qdc')).toEqual([one.id])
    expect(await listed('following')).toEqual([])
    await follow(amina, idris)
    expect(await listed('following')).toEqual([two.id])
    expect(await listed('favorite')).toEqual([two.id])
    expect(await listed('feed')).toEqual(ids(one, two))
    const roomId = await groupOf(leyla)
    const inRoom = await write(leyla, { roomId })
    expect(await listed('feed')).toEqual(ids(one, two))
    await amina.post(`/v1/rooms/${roomId}/join`)
    expect(await listed('feed')).toEqual(ids(inRoom, one, two))
    expect((await page(amina, feed, { tab: 'following' })).data[0]).toMatchObject({ isByFollowedUser: true })
  })

  it('has tabs for posts to members and for posts to all users', async () => {
    const { amina, idris } = await postSandbox()
    const roomId = await groupOf(amina)
    const secretRoom = await groupOf(amina, { url: 'secret', public: false })
    const outside = await write(amina)
    const open = await write(amina, { roomId, roomPostStatus: 1 })
    const inside = await write(amina, { roomId, roomPostStatus: 2 })
    const secret = await write(amina, { roomId: secretRoom, roomPostStatus: 1 })
    expect(await idsOf(amina, feed)).toEqual(ids(secret, inside, open, outside))
    expect(await idsOf(amina, feed, { tab: 'public' })).toEqual(ids(open, outside))
    expect(await idsOf(amina, feed, { tab: 'only_room_members' })).toEqual([inside.id])
    expect(await idsOf(idris, feed, { tab: 'only_room_members' })).toEqual([])
    expect(await idsOf(idris, feed)).toEqual(ids(open, outside))
  })

  it('has a meaning for every tab', () => {
    for (const tab of feedTabs) expect(postSortings).toContain(feedTab(tab).sorting)
    const { posts } = bareAreas()
    expect(new Feeds(posts).everything('user-1', {})).toEqual([])
  })
})
