import { expect } from 'vitest'
import { day, type CallsOf } from './scene.ts'

const throne = { key: 2, type: 'ayah', verseNumber: 255, mushafId: 1 } as const
const mushaf = { mushafId: 1 } as const

export const bookmarks: CallsOf<'bookmarks'> = {
  async add({ only }) {
    const { data } = await only.bookmarks.add({ ...throne, isReading: true })
    expect(data).toMatchObject({ type: 'ayah', key: 2, verseNumber: 255, isReading: true })
    const unmarked = await only.bookmarks.add({ ...throne, isReading: null })
    expect(unmarked.data).toMatchObject({ id: data!.id, isReading: false })
  },
  async list({ me, only }) {
    await me.bookmarks.add({ key: 7, type: 'juz', mushafId: 1 })
    await me.bookmarks.add({ ...throne, key: 3, verseNumber: 1 })
    await me.bookmarks.add(throne)
    const { data, pagination } = await only.bookmarks.list({ ...mushaf, first: 1 })
    expect(data).toMatchObject([{ type: 'ayah', collectionsCount: 0 }])
    expect(pagination).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const all: number[] = []
    for await (const { key } of only.bookmarks.list.each(mushaf)) all.push(key)
    expect(all).toEqual([2, 3])
    expect((await only.bookmarks.list({ ...mushaf, type: 'juz' })).data).toMatchObject([{ key: 7 }])
  },
  async delete({ me, only }) {
    const { data } = await me.bookmarks.add(throne)
    expect(await only.bookmarks.delete(data!.id)).toMatchObject({ data: { message: 'bookmark deleted' } })
    expect((await me.bookmarks.list(mushaf)).data).toEqual([])
    await me.collections.addBookmark('__default__', throne)
    const { data: favorited } = await me.bookmarks.add({ ...throne, isReading: true })
    await only.bookmarks.delete(favorited!.id)
    expect((await me.bookmarks.list(mushaf)).data).toMatchObject([
      { id: favorited!.id, isReading: false, isInDefaultCollection: true },
    ])
  },
  async listInRange({ me, only }) {
    await me.bookmarks.add(throne)
    await me.bookmarks.add({ ...throne, verseNumber: 4 })
    const range = {
      chapterNumber: 2,
      rangeStartAyahNumber: 250,
      rangeEndAyahNumber: 260,
      mushafId: 1,
    } as const
    const { data } = await only.bookmarks.listInRange(range)
    expect(data).toMatchObject([{ key: 2, verseNumber: 255 }])
    expect(data[0]).toHaveProperty('bookmarkType')
  },
  async find({ me, only }) {
    const { data } = await me.bookmarks.add(throne)
    expect((await only.bookmarks.find(throne)).data.id).toBe(data!.id)
  },
  async listCollections({ me, only }) {
    const { data: collection } = await me.collections.create({ name: 'Memorise' })
    await me.collections.addBookmark(collection.id, { key: 18, type: 'surah', mushafId: 1 })
    const { data } = await only.bookmarks.listCollections({ key: 18, type: 'surah', mushafId: 1 })
    expect(data).toEqual([collection.id])
  },
}

export const collections: CallsOf<'collections'> = {
  async create({ only }) {
    const { data } = await only.collections.create({ name: 'On patience' })
    expect(data).toMatchObject({ name: 'On patience', isDefault: false })
  },
  async list({ me, only }) {
    for (const name of ['Mercy', 'Gratitude', 'Patience']) await me.collections.create({ name })
    const names: string[] = []
    for await (const { name, isDefault } of only.collections.list.each({
      sortBy: 'alphabetical',
      first: 2,
    })) {
      if (!isDefault) names.push(name)
    }
    expect(names).toEqual(['Gratitude', 'Mercy', 'Patience'])
  },
  async get({ me, only }) {
    await me.collections.addBookmark('__default__', throne)
    const { data } = await only.collections.get('__default__')
    expect(data.collection).toMatchObject({ isDefault: true })
    expect(data.bookmarks).toMatchObject([{ key: 2, isInDefaultCollection: true, collectionsCount: 1 }])
  },
  async rename({ me, only }) {
    const { data } = await me.collections.create({ name: 'Old' })
    expect(await only.collections.rename(data.id, { name: 'New' })).toMatchObject({
      data: { message: 'collection renamed' },
    })
    expect((await me.collections.get(data.id)).data.collection).toMatchObject({ name: 'New' })
  },
  async delete({ me, only }) {
    const { data } = await me.collections.create({ name: 'Gone soon' })
    expect(await only.collections.delete(data.id)).toMatchObject({ data: { message: 'collection deleted' } })
    await expect(me.collections.get(data.id)).rejects.toMatchObject({ code: 'not_found' })
  },
  async addBookmark({ me, only }) {
    const { data } = await me.collections.create({ name: 'Nights' })
    const added = await only.collections.addBookmark(data.id, throne)
    expect(added).toMatchObject({ data: { message: 'collection bookmark added' } })
    expect((await me.collections.get(data.id)).data.bookmarks).toMatchObject([{ key: 2, verseNumber: 255 }])
  },
  async removeBookmark({ me, only }) {
    const { data } = await me.collections.create({ name: 'Nights' })
    await me.collections.addBookmark(data.id, throne)
    await only.collections.removeBookmark(data.id, throne)
    expect((await me.collections.get(data.id)).data.bookmarks).toEqual([])
  },
  async deleteBookmark({ me, only }) {
    const { data } = await me.collections.create({ name: 'Nights' })
    await me.collections.addBookmark(data.id, throne)
    const [bookmark] = (await me.collections.get(data.id)).data.bookmarks!
    expect(await only.collections.deleteBookmark(data.id, bookmark!.id)).toMatchObject({
      data: { message: 'collection bookmark deleted' },
    })
    expect((await me.collections.get(data.id)).data.bookmarks).toEqual([])
  },
  async listBookmarks({ me, only }) {
    const { data } = await me.collections.create({ name: 'Nights' })
    await me.collections.addBookmark(data.id, throne)
    await me.collections.addBookmark('__default__', { ...throne, key: 1, verseNumber: 1 })
    const listed = await only.collections.listBookmarks({ sortBy: 'verseKey' })
    expect(listed.data.map(({ key }) => key)).toEqual([1, 2])
  },
}

export const preferences: CallsOf<'preferences'> = {
  async update({ me, only }) {
    const saved = await only.preferences.update({ group: 'theme', key: 'type', value: 'sepia' }, mushaf)
    expect(saved).toMatchObject({ data: { message: 'preference updated' } })
    expect((await me.preferences.get()).data).toMatchObject({ theme: { type: 'sepia' } })
  },
  async updateAll({ me, only }) {
    const wanted = { theme: { type: 'dark' }, audio: { reciter: 7, playbackRate: 1.25 } } as const
    expect(await only.preferences.updateAll(wanted, mushaf)).toMatchObject({
      data: { message: 'preferences updated' },
    })
    expect((await me.preferences.get()).data).toMatchObject(wanted)
  },
  async get({ me, only, other }) {
    await me.preferences.update({ group: 'language', key: 'language', value: 'ar' }, mushaf)
    expect((await only.preferences.get()).data).toMatchObject({ language: { language: 'ar' } })
    expect((await other.preferences.get()).data).not.toHaveProperty('language')
  },
}

export const readingSessions: CallsOf<'readingSessions'> = {
  async record({ only }) {
    const first = await only.readingSessions.record({ chapterNumber: 18, verseNumber: 1 })
    expect(first).toMatchObject({ data: { message: 'reading session created' } })
    const second = await only.readingSessions.record({ chapterNumber: 18, verseNumber: 10 })
    expect(second).toMatchObject({ data: { message: 'reading session updated' } })
  },
  async list({ me, only, service }) {
    await me.readingSessions.record({ chapterNumber: 18, verseNumber: 10 })
    service.now += day
    await me.readingSessions.record({ chapterNumber: 36, verseNumber: 1 })
    const { data } = await only.readingSessions.list({ first: 5 })
    expect(data).toMatchObject([{ chapterNumber: 36 }, { chapterNumber: 18, verseNumber: 10 }])
  },
}
