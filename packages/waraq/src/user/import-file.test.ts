import { describe, expect, it } from 'vitest'
import { checkFile, importBounds } from './import-file.ts'
import { favoritesKey, memberOf } from './model/entity.ts'

const now = 1_000_000
const limits = { least: 6, most: 10_000 }
const document = { kind: 'waraq-user-data', version: 1 }
const check = (file: object) => checkFile({ ...document, ...file }, limits, now)
const favorite = memberOf(favoritesKey, { type: 'ayah', key: 2, verseNumber: 255 })
const body = 'To think about.'

describe('what is kept is what was checked', () => {
  const extra = { unknown: 'x'.repeat(1_000), ...JSON.parse('{"__proto__":{"polluted":true}}') }
  it.each([
    ['a note', { notes: [{ body, ranges: ['2:1-2:1', '2:1-2:1'], ...extra }] }],
    [
      'a collection',
      { collections: [{ name: '  A\t', places: [{ type: 'page', number: 1, ...extra }], ...extra }] },
    ],
    ['a bookmark', { bookmarks: [{ type: 'page', number: 1, ...extra }] }],
    ['a favorite', { favorites: [{ verse: '2:255', createdAt: 5, ...extra }] }],
    ['a highlight', { highlights: [{ verse: '2:255', color: 'blue', ...extra }] }],
    ['a setting', { settings: [{ group: 'theme', key: 'type', value: 'dark', ...extra }] }],
    ['the document', { ...extra, favorites: ['2:255'] }],
  ])('of %s, and no other field', (_, file) => {
    const imported = check(file)
    const text = JSON.stringify([imported, [...imported.collections]])
    expect(text).not.toContain('unknown')
    expect(text).not.toContain('polluted')
    expect(text).not.toContain('\\t')
    expect(text.length).toBeLessThan(2_000)
  })
  it('once, where it is given twice', () => {
    const { notes, collections, mutations } = check({
      notes: [
        { body, ranges: ['2:1-2:1'] },
        { ranges: ['2:1-2:1'], body },
      ],
      collections: [
        { name: 'A', places: ['2:1'] },
        { name: ' A ', places: ['2:1', '2:2'] },
      ],
      favorites: ['2:255', { verse: '2:255', createdAt: 5 }],
      bookmarks: ['2:255'],
    })
    expect([notes.length, collections.size, collections.get('A')?.inside.length, mutations.length]).toEqual([
      1, 1, 2, 1,
    ])
  })
})

describe('the time of a favorite', () => {
  it.each([
    ['is kept', 5, 5],
    ['of a clock that is ahead is kept', now + 1, now + 1],
    ['of years to come is that of tomorrow', 1e308, now + 86_400_000],
    ['below zero is unknown', -1, undefined],
    ['in words is unknown', '5', undefined],
    ['that is not finite is unknown', NaN, undefined],
  ])('%s', (_, createdAt, kept) => {
    const [mutate] = check({ favorites: [{ verse: '2:255', createdAt }] }).mutations
    expect(mutate?.entity).toEqual({ ...favorite, ...(kept !== undefined && { createdAt: kept }) })
  })
})

it.each(['favorites', 'collections', 'notes', 'bookmarks', 'highlights', 'reading', 'settings', 'place'])(
  'a document without %s, or with null there, is taken',
  (part) => {
    expect(check({ favorites: ['2:255'], [part]: null }).mutations).toHaveLength(part === 'favorites' ? 0 : 1)
  },
)

describe('a document', () => {
  const note = { body: 'a'.repeat(10_000), ranges: [] }
  it.each([
    [
      'of too many entries',
      { favorites: Array.from({ length: importBounds.entries + 1 }, () => '2:255') },
      'entries',
    ],
    [
      'of too many places, all in all',
      {
        collections: Array.from({ length: 3 }, () => ({
          name: 'A',
          places: Array.from({ length: 40_000 }, () => '2:1'),
        })),
      },
      'entries',
    ],
    ['of too much text', { notes: Array.from({ length: 1_001 }, () => note) }, 'characters'],
  ])('%s is refused, and says what the bound is', (_, file, bound) => {
    const refusal = {
      code: 'invalid_argument',
      details: { field: 'file', bound, most: importBounds[bound as 'entries'] },
    }
    expect(() => check(file)).toThrowError(expect.objectContaining(refusal))
  })
  it.each([
    [
      'a note about too many ranges',
      { notes: [{ body, ranges: Array.from({ length: 1_001 }, () => '2:1-2:1') }] },
    ],
    ['a type that is a list', { bookmarks: [{ type: ['page'], number: 1 }] }],
    ['a verse that is a list', { favorites: [['2:255']] }],
    ['a part that is no list', { favorites: { length: 1, 0: '2:255' } }],
    ['a setting that is too deep', { settings: [{ group: 'theme', key: 'type', value: nested(3_000) }] }],
    [
      'a setting that is too long',
      { settings: [{ group: 'tafsirs', key: 'selectedTafsirs', value: ['x'.repeat(10_000)] }] },
    ],
  ])('with %s is refused', (_, file) => {
    expect(() => check(file)).toThrowError(expect.objectContaining({ code: 'invalid_argument' }))
  })
})

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
