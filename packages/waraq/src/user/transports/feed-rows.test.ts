import { describe, expect, it } from 'vitest'
import type { Target } from '../model/entity.ts'
import { numberOf, readRow } from './feed-rows.ts'

const verse: Target = { type: 'ayah', key: 2, verseNumber: 255 }
const named = { bookmarkType: 'ayah', key: 2, verseNumber: 255 }
const row = (resource: unknown, resourceId: unknown, data: unknown, type: unknown = 'CREATE') => ({
  type,
  resource,
  ...(resourceId !== undefined && { resourceId }),
  ...(data !== undefined && { data }),
  timestamp: 7,
})
const reported = (...of: Parameters<typeof row>) => readRow(row(...of), 100).reported
const unmade = { at: undefined, isChanged: false }

describe('a row tells', () => {
  it.each<[string, Parameters<typeof row>, unknown]>([
    [
      'a favorite and a reading mark, by their bookmark',
      ['BOOKMARK', 'b', { ...named, type: 'ayah', isReading: true, isInDefaultCollection: true }],
      { what: 'bookmark', id: 'b', is: { target: verse, isReading: true, isFavorite: true, mutatedAt: 7 } },
    ],
    [
      'a bookmark of a page',
      ['BOOKMARK', 'b', { type: 'page', key: 3, verseNumber: null }],
      {
        what: 'bookmark',
        id: 'b',
        is: {
          target: { type: 'page', key: 3 },
          isReading: undefined,
          isFavorite: undefined,
          mutatedAt: 7,
          mushafId: 1,
        },
      },
    ],
    ['that it is gone', ['BOOKMARK', 'b', undefined, 'DELETE'], { what: 'bookmark', id: 'b', is: null }],
    [
      'Favorites',
      ['COLLECTION', 'f', { name: 'Favorites', isDefault: true }],
      { what: 'collection', id: 'f', is: { name: 'Favorites', of: 'favorites' }, made: unmade },
    ],
    [
      'a collection of the service',
      ['COLLECTION', 's', { name: 'x', isSystem: true }],
      { what: 'collection', id: 's', is: { name: 'x', of: 'system' }, made: unmade },
    ],
    [
      'one that was changed since it was made',
      ['COLLECTION', 'c', { name: 'One', clientCreatedAt: '1970-01-01T00:00:00.007Z' }, 'UPDATE'],
      {
        what: 'collection',
        id: 'c',
        is: { name: 'One', of: 'person' },
        made: { at: 7, isChanged: true },
      },
    ],
    [
      'a member, by its bookmark',
      ['COLLECTION_BOOKMARK', 'c-b', { collectionId: 'c', bookmarkId: 'b' }],
      { what: 'member', collectionId: 'c', bookmarkId: 'b', target: undefined, is: true },
    ],
    [
      'a member, by its place',
      ['COLLECTION_BOOKMARK', undefined, { collectionId: 'c', ...named }],
      { what: 'member', collectionId: 'c', bookmarkId: undefined, target: verse, is: true },
    ],
    [
      'a member, by the other name of its bookmark',
      ['COLLECTION_BOOKMARK', undefined, { collectionId: 'c', bookmark_id: 'b' }],
      { what: 'member', collectionId: 'c', bookmarkId: 'b', target: undefined, is: true },
    ],
    [
      'a member, by the end of its id',
      ['COLLECTION_BOOKMARK', 'c-1-b-2', { collectionId: 'c-1' }],
      { what: 'member', collectionId: 'c-1', bookmarkId: 'b-2', target: undefined, is: true },
    ],
    [
      'one that is gone',
      ['COLLECTION_BOOKMARK', 'c-b', { collectionId: 'c', bookmarkId: 'b' }, 'DELETE'],
      { what: 'member', collectionId: 'c', bookmarkId: 'b', target: undefined, is: false },
    ],
    [
      'one that is gone, by its id alone',
      ['COLLECTION_BOOKMARK', 'c-b', null, 'DELETE'],
      { what: 'member', id: 'c-b', is: false },
    ],
    [
      'the place',
      ['READING_SESSION', 's', { chapterNumber: '18', verseNumber: 60 }],
      { what: 'place', id: 's', is: { chapter: 18, verse: 60 } },
    ],
    [
      'that its session is gone',
      ['READING_SESSION', 's', null, 'DELETE'],
      { what: 'place', id: 's', is: null },
    ],
    [
      'a note, in words of another case',
      ['note', 'n', { body: 'Text.', ranges: null, clientCreatedAt: 12, more: [] }, 'create'],
      { what: 'note', id: 'n', is: { body: 'Text.', ranges: [] }, made: unmade },
    ],
    ['that it is gone', ['NOTE', 'n', undefined, 'Delete'], { what: 'note', id: 'n', is: null }],
  ])('%s', (_, of, tells) => {
    expect(reported(...of)).toEqual({ ...(tells as object), at: 7 })
  })

  it.each<[string, Parameters<typeof row>]>([
    ['of what this version does not have', ['GOAL', 'g', { anything: true }]],
  ])('nothing %s', (_, of) => {
    expect(readRow(row(...of), 100)).toMatchObject({ isReadable: true, reported: undefined })
  })

  it.each([
    [6, 6],
    [8, 7],
  ])('of a place the time of the mutation, which is not after its arrival: %i', (mutated, at) => {
    const clientUpdatedAt = new Date(mutated).toISOString()
    const data = { chapterNumber: 18, verseNumber: 60, clientUpdatedAt }
    expect(reported('READING_SESSION', 's', data)).toMatchObject({ at })
  })

  it('no time that is after the latest change, or before all times', () => {
    const at = (timestamp: unknown) =>
      readRow({ ...row('NOTE', 'n', undefined, 'DELETE'), timestamp }, 100).reported?.at
    expect([at(Number.MAX_SAFE_INTEGER), at('12'), at(-5)]).toEqual([100, 12, 0])
  })
})

it('one whose id is longer than any of the service is left out: what is joined in it is looked for at each dash', () => {
  const gone = (length: number) =>
    readRow(row('COLLECTION_BOOKMARK', '-'.repeat(length), undefined, 'DELETE'), 100)
  expect(gone(300)).toMatchObject({ isReadable: true, reported: { what: 'member' } })
  expect(gone(301)).toMatchObject({ isReadable: false, reported: undefined })
})

it('one that cannot be read has the name of what it is, as far as that is told', () => {
  const named = [
    null,
    row('NOTE', 'n', {}),
    row('NOTE', null, { body: 'x' }),
    row(7, undefined, {}),
    row('NOTE', 'n'.repeat(300), {}),
  ]
  const [none, ...others] = named.map((each) => readRow(each, 100))
  expect(none).toEqual({ name: 'a row', isReadable: false, reported: undefined })
  expect(others.map(({ name }) => name)).toEqual([
    'NOTE n',
    'NOTE at 7',
    'a row at 7',
    `NOTE ${'n'.repeat(95)}`,
  ])
})

it.each([
  [-1, -1],
  ['12.5', 12.5],
  ['', undefined],
  ['0x10', undefined],
  [true, undefined],
  [Number.NaN, undefined],
  [1e308, undefined],
])('%j as a number is %j', (value, number) => {
  expect(numberOf(value)).toBe(number)
})

describe('a reading bookmark', () => {
  const at = { slot: 2, name: 'Night', type: 'ayah', key: 2, verseNumber: 255, mushafId: 1 }
  const read = (data: unknown, type?: string) => readRow(row('READING_BOOKMARK', 'r', data, type), 100)

  it.each<[string, object, unknown]>([
    ['at a verse', at, { name: 'Night', target: verse }],
    ['without a name', { ...at, name: null }, { name: null, target: verse }],
    ['whose name is absent', { ...at, name: undefined }, { name: null, target: verse }],
    [
      'in another case, with numbers as text',
      { ...at, type: 'AYAH', key: '2' },
      { name: 'Night', target: verse },
    ],
    [
      'at a page',
      { ...at, type: 'page', key: 3, verseNumber: null, mushafId: 5 },
      { name: 'Night', target: { type: 'page', key: 3 }, mushafId: 5 },
    ],
    [
      'at a page of no named mushaf',
      { ...at, type: 'page', key: 3, mushafId: undefined },
      { name: 'Night', target: { type: 'page', key: 3 }, mushafId: 1 },
    ],
    ['that is nowhere', { slot: 2, name: 'Night', type: null, key: null, verseNumber: null }, null],
  ])('%s', (_, data, is) => {
    expect(read(data)).toEqual({
      name: 'READING_BOOKMARK r',
      isReadable: true,
      reported: { what: 'reading', at: 7, id: 'r', slot: 2, is },
    })
  })

  it('is of the time of the mutation, which is not after its arrival', () => {
    const mutated = (ms: number) => read({ ...at, clientUpdatedAt: new Date(ms).toISOString() }).reported?.at
    expect([mutated(5), mutated(9)]).toEqual([5, 7])
  })

  it('that is gone is told by its id', () => {
    const gone = { what: 'reading', at: 7, id: 'r', is: null }
    for (const data of [undefined, null, at, { slot: 9 }]) expect(read(data, 'DELETE').reported).toEqual(gone)
  })

  it.each<[string, object]>([
    ['slot 0', { ...at, slot: 0 }],
    ['slot 4', { ...at, slot: 4 }],
    ['a slot as text', { ...at, slot: '1' }],
    ['no slot', { ...at, slot: null }],
    ['an unknown type', { ...at, type: 'hizb' }],
    ['a type that is no place to read', { ...at, type: 'juz' }],
    ['no type', { ...at, type: undefined }],
    ['no key', { ...at, key: undefined }],
    ['no verse', { ...at, verseNumber: null }],
    ['a verse that is not there', { ...at, verseNumber: 287 }],
    ['a page of an unknown mushaf', { ...at, type: 'page', mushafId: 99 }],
    ['a name that is none', { ...at, name: 7 }],
    ['nothing', {}],
  ])('with %s is left out, and named', (_, data) => {
    expect(read(data)).toEqual({ name: 'READING_BOOKMARK r', isReadable: false, reported: undefined })
  })
})
