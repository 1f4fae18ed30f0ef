import { describe, expect, it } from 'vitest'
import { fieldName, fieldsAtFault } from '../parts/faults.ts'
import { PushSyncBody } from './pushing.ts'

const verse = { type: 'ayah', key: 2, verseNumber: 255, mushaf: 1 }
const slot = { slot: 1, name: null, type: 'ayah', key: 2, verseNumber: 255, mushafId: 1 }
const faults = (...mutations: readonly unknown[]) => {
  const { error } = PushSyncBody.safeParse({ mutations })
  return error ? fieldsAtFault(error).map(fieldName) : []
}

describe('a push', () => {
  it.each([
    { type: 'CREATE', resource: 'BOOKMARK', data: { ...verse, isReading: false } },
    { type: 'CREATE', resource: 'BOOKMARK', data: { type: 'page', key: 3, mushaf: 2, isReading: true } },
    { type: 'CREATE', resource: 'COLLECTION_BOOKMARK', data: { collectionId: '__default__', ...verse } },
    {
      type: 'CREATE',
      resource: 'NOTE',
      data: { body: 'Read slowly.', ranges: [], clientCreatedAt: '2026-01-01T00:00:00.001Z' },
    },
    { type: 'UPDATE', resource: 'COLLECTION', resourceId: 'c', data: { name: 'Sabr' } },
    { type: 'DELETE', resource: 'READING_SESSION', resourceId: 'r' },
    { type: 'CREATE', resource: 'READING_BOOKMARK', data: slot },
    {
      type: 'UPDATE',
      resource: 'READING_BOOKMARK',
      resourceId: 'r',
      data: { slot: 3, name: 'Night', type: 'page', key: 42, mushafId: 5 },
    },
    { type: 'DELETE', resource: 'READING_BOOKMARK', resourceId: 'r' },
    { type: 'CREATE', resource: 'BOOKMARK', data: verse },
    {
      type: 'CREATE',
      resource: 'COLLECTION',
      data: { name: 'system:highlights:blue', isDefault: false, isSystem: true },
    },
    { type: 'DELETE', resource: 'COLLECTION_BOOKMARK', data: { collectionId: 'c', bookmarkId: 'b' } },
    { type: 'DELETE', resource: 'COLLECTION_BOOKMARK', data: { collectionId: 'c', ...verse } },
  ])('takes %j', (mutation) => {
    expect(faults(mutation)).toEqual([])
  })

  const good = { type: 'DELETE', resource: 'NOTE', resourceId: 'n' }
  it.each<[string, unknown]>([
    ['', null],
    ['.type', {}],
    ['.type', { type: 'MOVE', resource: 'NOTE' }],
    ['.resource', { type: 'UPDATE', resource: 'COLLECTION_BOOKMARK', resourceId: 'x' }],
    ['.resource', { type: 'CREATE', resource: 'GOAL', data: {} }],
    ['.resourceId', { type: 'CREATE', resource: 'COLLECTION', resourceId: 'c', data: { name: 'Sabr' } }],
    ['.resourceId', { type: 'DELETE', resource: 'NOTE' }],
    ['.data', { ...good, data: {} }],
    ['.timestamp', { ...good, timestamp: 1 }],
    [
      '.data.type',
      { type: 'CREATE', resource: 'BOOKMARK', data: { ...verse, type: 'juz', isReading: true } },
    ],
    [
      '.data.bookmarkId',
      {
        type: 'CREATE',
        resource: 'COLLECTION_BOOKMARK',
        data: { collectionId: 'c', bookmarkId: 'b', ...verse },
      },
    ],
    ...(
      [
        ['.data.slot', { ...slot, slot: 0 }],
        ['.data.slot', { ...slot, slot: 4 }],
        ['.data.slot', { ...slot, slot: '1' }],
        ['.data.type', { slot: 1, name: null, type: null, key: null, verseNumber: null, mushafId: null }],
        ['.data.type', { ...slot, type: 'juz' }],
        ['.data.verseNumber', { ...slot, type: 'page' }],
        ['.data.verseNumber', { ...slot, verseNumber: undefined }],
        ['.data.mushafId', { ...slot, mushafId: undefined }],
        ['.data.name', { ...slot, name: undefined }],
      ] as const
    ).map(([field, data]): [string, unknown] => [
      field,
      { type: 'CREATE', resource: 'READING_BOOKMARK', data },
    ]),
    ['.data.bookmarkId', { type: 'DELETE', resource: 'COLLECTION_BOOKMARK', data: { collectionId: 'c' } }],
    ['.data.collectionId', { type: 'DELETE', resource: 'COLLECTION_BOOKMARK', data: { bookmarkId: 'b' } }],
  ])('names the mutation at fault, at %j', (field, bad) => {
    expect(faults(good, bad)).toEqual([`mutations[1]${field}`])
  })

  it('is of a hundred at most', () => {
    const many = (count: number) => Array.from({ length: count }, () => good)
    expect([faults(...many(100)), faults(...many(101))]).toEqual([[], ['mutations']])
  })
})
