import { expect, it } from 'vitest'
import {
  bookmarkOf,
  colorOf,
  favoritesKey,
  highlightOf,
  isSame,
  memberOf,
  noteKeyed,
  isSamePlace,
  namedAs,
  readingIn,
  slotOf,
  settingOf,
  type Target,
} from './entity.ts'

const verse: Target = { type: 'ayah', key: 2, verseNumber: 255 }

it('no two entities have one key', () => {
  const targets: readonly Target[] = [
    verse,
    { ...verse, verseNumber: 25 },
    { type: 'page', key: 2 },
    { type: 'surah', key: 2 },
  ]
  const entities = targets.flatMap((target) => [
    memberOf(favoritesKey, target),
    memberOf('collection|a', target),
    memberOf('collection', target),
    highlightOf('blue', target),
    highlightOf('red', target),
    bookmarkOf(target),
  ])
  const settings = [settingOf({ group: 'a', key: 'b' }), settingOf({ group: 'a', key: 'c' })]
  const keys = [...entities, ...settings, ...([1, 2, 3] as const).map(readingIn)].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

it('an entity is about the surahs of its place', () => {
  expect(memberOf(favoritesKey, verse).chapters).toEqual([2])
  expect(bookmarkOf({ type: 'page', key: 2 }).chapters).toEqual([])
  expect(noteKeyed('n', ['1:5-3:2', '114:1-999:1', 'none']).chapters).toEqual([1, 2, 3, 114])
})

it('a reading bookmark is one of three, and at a place', () => {
  expect(([1, 2, 3] as const).map((slot) => slotOf(readingIn(slot)))).toEqual([1, 2, 3])
  const [page, other] = [
    { type: 'page', key: 2 },
    { ...verse, verseNumber: 1 },
  ] as const
  expect([isSamePlace(verse, { ...verse }), isSamePlace(verse, page), isSamePlace(verse, other)]).toEqual([
    true,
    false,
    false,
  ])
})

it('a form without names takes none away', () => {
  const named = { name: 'Night', target: verse }
  const reported = { name: null, target: verse }
  const elsewhere = { name: null, target: { type: 'page', key: 2 } } as const
  expect([
    namedAs(reported, named),
    namedAs(elsewhere, named),
    namedAs(reported, null),
    namedAs(null, named),
  ]).toEqual([named, elsewhere, reported, null])
})

it('a highlight has its colour, and nothing else has one', () => {
  expect(colorOf(highlightOf('green', verse))).toBe('green')
  for (const other of [
    memberOf(favoritesKey, verse),
    memberOf('collection|system:highlights:green', verse),
    bookmarkOf(verse),
  ])
    expect(colorOf(other)).toBeUndefined()
})

it.each([
  [{ body: 'a', ranges: ['1:1-1:2'] }, { ranges: ['1:1-1:2'], body: 'a' }, true],
  [{ body: 'a', ranges: ['1:1-1:2', '2:1-2:1'] }, { body: 'a', ranges: ['2:1-2:1', '1:1-1:2'] }, false],
  [{ value: { a: 1, b: { c: 2, d: 3 } } }, { value: { b: { d: 3, c: 2 }, a: 1 } }, true],
  [true, null, false],
  [null, null, true],
])('%j and %j are the same: %s', (one, other, same) => {
  expect(isSame(one as never, other as never)).toBe(same)
})
