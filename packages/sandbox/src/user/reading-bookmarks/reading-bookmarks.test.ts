import { beforeEach, describe, expect, it } from 'vitest'
import { targetOf } from '../bookmarks/target.ts'
import { World } from '../parts/world.ts'
import { ReadingBookmarks } from './reading-bookmarks.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const at = (ms: number) => new Date(now + ms).toISOString()
const verse = (verseNumber: number) => targetOf({ type: 'ayah', key: 2, verseNumber })

let kept: ReadingBookmarks
beforeEach(() => (kept = new ReadingBookmarks(new World(() => now))))
const place = (verseNumber: number, time?: string) =>
  kept.place('amina', { slot: 1, name: null, target: verse(verseNumber) }, time).target.verseNumber

describe('of two acts on a slot the later counts', () => {
  it.each<[string, string | undefined, string | undefined, number]>([
    ['in their order', at(-2), at(-1), 2],
    ['the later one first', at(-1), at(-2), 1],
    ['at one time, the one that came last', at(-1), at(-1), 2],
    ['without a time, by their arrival', undefined, undefined, 2],
    ['an old one after one without a time', undefined, at(-1), 1],
  ])('%s', (_, first, second, counts) => {
    place(1, first)
    expect(place(2, second)).toBe(counts)
  })
})

it('each user has their own', () => {
  place(1)
  const { id } = kept.need('amina', 'reading-bookmark-1')
  expect(() => kept.need('idris', id)).toThrow('There is no such reading bookmark.')
  kept.delete('amina', id)
  expect(() => kept.delete('amina', id)).toThrow('There is no such reading bookmark.')
})
