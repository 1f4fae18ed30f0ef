import { expect, it } from 'vitest'
import { favoritesKey, highlightOf, memberOf, readingIn, type Entity, type Target } from '../model/entity.ts'
import type { Row, PendingChange } from '../model/records.ts'
import { ownerOf } from './owner.ts'

const verse: Target = { type: 'ayah', key: 2, verseNumber: 255 }
const pendingOf = (entity: Entity, desired: true | null = true) => ({ ...entity, desired }) as PendingChange
const row = { id: 'c' } as Row
const made = {} as PendingChange
const unsure = { sent: { desired: null } } as PendingChange
const highlight = highlightOf('blue', verse)
const member = memberOf('collection|c', verse)

/** Where what it belongs to is: by the operations, and by the feed. */
it.each<[string, PendingChange, Row | undefined, PendingChange | undefined, string, string]>([
  ['a favorite', pendingOf(memberOf(favoritesKey, verse)), undefined, undefined, 'ready', 'ready'],
  ['a member', pendingOf(member), row, undefined, 'ready', 'ready'],
  ['of one that is being made', pendingOf(member), undefined, made, 'waiting', 'waiting'],
  [
    'of one that is there again, whose deletion is on its way',
    pendingOf(member),
    row,
    unsure,
    'waiting',
    'waiting',
  ],
  ['of one that is gone', pendingOf(member), undefined, undefined, 'gone', 'gone'],
  ['a highlight', pendingOf(highlight), row, undefined, 'waiting', 'ready'],
  ['the first of its colour', pendingOf(highlight), undefined, undefined, 'waiting', 'waiting'],
  ['no highlight', pendingOf(highlight, null), undefined, undefined, 'waiting', 'gone'],
  ['the first reading bookmark', pendingOf(readingIn(1)), undefined, undefined, 'ready', 'ready'],
  ['another one', pendingOf(readingIn(2)), undefined, undefined, 'waiting', 'ready'],
])('%s', (_, pending, ownerRow, ownerPending, byOperations, byFeed) => {
  expect([ownerOf(pending, ownerRow, ownerPending), ownerOf(pending, ownerRow, ownerPending, true)]).toEqual([
    byOperations,
    byFeed,
  ])
})
