import { expect, it } from 'vitest'
import { favoritesKey, highlightOf, memberOf, readingIn, type Entity, type Target } from '../model/entity.ts'
import type { Row, Wish } from '../model/records.ts'
import { ownerOf } from './owner.ts'

const verse: Target = { type: 'ayah', key: 2, verseNumber: 255 }
const wishOf = (entity: Entity, want: true | null = true) => ({ ...entity, want }) as Wish
const row = { id: 'c' } as Row
const made = {} as Wish
const highlight = highlightOf('blue', verse)
const member = memberOf('collection|c', verse)

/** Where what it belongs to is: by the operations, and by the feed. */
it.each<[string, Wish, Row | undefined, Wish | undefined, string, string]>([
  ['a favorite', wishOf(memberOf(favoritesKey, verse)), undefined, undefined, 'ready', 'ready'],
  ['a member', wishOf(member), row, undefined, 'ready', 'ready'],
  ['of one that is being made', wishOf(member), undefined, made, 'waiting', 'waiting'],
  ['of one that is gone', wishOf(member), undefined, undefined, 'gone', 'gone'],
  ['a highlight', wishOf(highlight), row, undefined, 'waiting', 'ready'],
  ['the first of its colour', wishOf(highlight), undefined, undefined, 'waiting', 'waiting'],
  ['no highlight', wishOf(highlight, null), undefined, undefined, 'waiting', 'gone'],
  ['the first reading bookmark', wishOf(readingIn(1)), undefined, undefined, 'ready', 'ready'],
  ['another one', wishOf(readingIn(2)), undefined, undefined, 'waiting', 'ready'],
])('%s', (_, wish, ownerRow, ownerWish, byOperations, byFeed) => {
  expect([ownerOf(wish, ownerRow, ownerWish), ownerOf(wish, ownerRow, ownerWish, true)]).toEqual([
    byOperations,
    byFeed,
  ])
})
