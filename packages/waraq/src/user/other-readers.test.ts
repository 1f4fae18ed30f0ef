import { describe, expect, it } from 'vitest'
import { documentOfOther } from './other-readers.ts'

const backup = {
  bookmarks: [
    { id: 1, sura: 2, ayah: 255, page: 42, timestamp: 1_700_000_000, tags: [1, 2] },
    { id: 2, sura: 18, ayah: 10, page: 294, timestamp: 1_700_000_001_000, tags: [] },
    { id: 3, page: 604, timestamp: 1_700_000_002, tags: [2] },
    { id: 4, sura: null, ayah: null, page: 1, timestamp: 1_700_000_003 },
  ],
  tags: [
    { id: 1, name: 'First' },
    { id: 2, name: 'Second' },
  ],
  recentPages: [{ page: 77, timestamp: 1_700_000_000 }],
  readingBookmarks: [
    { type: 'ayah', sura: 3, ayah: 1, timestamp: 1 },
    { type: 'ayah', sura: 4, ayah: 1, timestamp: 2 },
    { type: 'page', page: 9, name: 'Night', timestamp: 3 },
    { type: 'ayah', sura: 5, ayah: 1, timestamp: 0 },
  ],
}

it('a backup of Quran for Android becomes favorites, bookmarks of pages, collections and the latest reading bookmarks', () => {
  expect(documentOfOther(backup)).toEqual({
    kind: 'waraq-user-data',
    version: 1,
    favorites: [
      { verse: '2:255', createdAt: 1_700_000_000_000 },
      { verse: '18:10', createdAt: 1_700_000_001_000 },
    ],
    bookmarks: [
      { type: 'page', number: 604 },
      { type: 'page', number: 1 },
    ],
    collections: [
      { name: 'First', places: ['2:255'] },
      { name: 'Second', places: ['2:255', { type: 'page', number: 604 }] },
    ],
    reading: [
      { slot: 1, name: 'Night', place: { type: 'page', number: 9 } },
      { slot: 2, name: null, place: '4:1' },
      { slot: 3, name: null, place: '3:1' },
    ],
  })
})

describe('what is of no known form is not taken for one', () => {
  it.each([
    ['a document of export', { kind: 'waraq-user-data', version: 1, bookmarks: [], tags: [] }],
    ['bookmarks alone', { bookmarks: [] }],
    ['bookmarks that are no objects', { bookmarks: ['2:255'], tags: [] }],
  ])('%s', (_, file) => {
    expect(documentOfOther(file)).toBeUndefined()
  })
})
