import type { ResourceKey } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { leastUsed } from './least-used.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Resources by key with their sizes, in two manifests each. */
function library(sizes: Readonly<Record<string, number>>) {
  return Object.entries(sizes).map(([key, size]) => {
    const [group, id] = key.split(':') as [string, string]
    const part = (bytes: number) => ({ recordType: 'x', id: 'x', rows: 1, size: bytes, digest: 0 })
    return { key: key as ResourceKey, group, id: Number(id), manifests: [part(size), part(0)] }
  })
}
const subscribed = (days: Readonly<Record<string, number>>) =>
  Object.entries(days).map(([filter, madeOn]) => ({ filter, createdAt: madeOn * dayMs + 5 }))
const usage = (days: Readonly<Record<string, number>>) => new Map(Object.entries(days))
const filters = (...args: Parameters<typeof leastUsed>) => leastUsed(...args).map(({ filter }) => filter)

const sizes = { 'a:1': 10, 'a:2': 20, 'b:1': 40, 'c:1': 80 }

describe('what could be dropped', () => {
  it('says what goes, what that frees, and when it was last read', () => {
    expect(
      leastUsed(
        library(sizes),
        subscribed({ 'a:1,2': 1, 'b:*': 1, 'c:1': 1 }),
        usage({ 'a:1': 7, 'a:2': 9, 'c:1': 8 }),
      ),
    ).toEqual([
      { filter: 'b:*', bytes: 40, resources: ['b:1'], lastRead: null },
      { filter: 'c:1', bytes: 80, resources: ['c:1'], lastRead: 8 },
      { filter: 'a:1,2', bytes: 30, resources: ['a:1', 'a:2'], lastRead: 9 },
    ])
  })
  it('comes in the order of use, then of size, then of name', () => {
    const all = subscribed({ 'c:1': 1, 'b:1': 1, 'a:2': 1, 'a:1': 1 })
    expect(filters(library(sizes), all, usage({ 'c:1': 3, 'a:1': 5 }))).toEqual(['b:1', 'a:2', 'c:1', 'a:1'])
    const alike = library({ 'a:1': 5, 'b:1': 5, 'c:1': 5 })
    expect(filters(alike, subscribed({ 'c:1': 1, 'a:1': 1, 'b:1': 1 }), usage({}))).toEqual([
      'a:1',
      'b:1',
      'c:1',
    ])
  })
  it('is not what was asked for today, though it was never read yet', () => {
    const all = subscribed({ 'a:1': 20, 'b:1': 1, 'c:1': 1 })
    expect(filters(library(sizes), all, usage({ 'b:1': 19, 'c:1': 4 }))).toEqual(['c:1', 'b:1', 'a:1'])
  })
  it('leaves what another subscription covers', () => {
    const all = subscribed({ 'a:*': 1, 'a:1': 2, 'a:*;b:1': 3 })
    // Two or more subscriptions cover a:1 and a:2; only b:1 is deleted with its subscription.
    expect(leastUsed(library(sizes), all, usage({ 'a:1': 50 }))).toEqual([
      { filter: 'a:*;b:1', bytes: 40, resources: ['b:1'], lastRead: null },
    ])
  })
  it('counts what the wider of two subscriptions has alone', () => {
    const all = subscribed({ 'a:*': 1, 'a:1': 1 })
    expect(leastUsed(library(sizes), all, usage({ 'a:1': 50 }))).toEqual([
      { filter: 'a:*', bytes: 20, resources: ['a:2'], lastRead: null },
    ])
  })
  it('is nothing that frees nothing', () => {
    const resources = [...library({ 'a:1': 0 }), { ...library({ 'b:1': 1 })[0]!, manifests: [] }]
    expect(leastUsed(resources, subscribed({ 'a:1': 1, 'b:1': 1, 'z:*': 1 }), usage({}))).toEqual([])
    expect(leastUsed([], [], usage({}))).toEqual([])
  })
  it('is nothing that is to be kept, which still covers what it covers', () => {
    const all = subscribed({ 'a:*': 1, 'a:1': 1, 'b:1': 1 })
    expect(filters(library(sizes), all, usage({}), { keep: ['a:*'] })).toEqual(['b:1'])
  })
  it('is no group of the language', () => {
    const resources = library({ 'constructor:1': 3 })
    expect(filters(resources, subscribed({ 'constructor:*': 1 }), usage({}))).toEqual(['constructor:*'])
  })
})

describe('to free so much', () => {
  const all = subscribed({ 'a:1': 1, 'a:2': 2, 'b:1': 3, 'c:1': 4 })
  it.each([
    [0, []],
    [1, ['a:1']],
    [10, ['a:1']],
    [11, ['a:1', 'a:2']],
    [70, ['a:1', 'a:2', 'b:1']],
    [71, ['a:1', 'a:2', 'b:1', 'c:1']],
    [1_000, ['a:1', 'a:2', 'b:1', 'c:1']],
  ])('%d bytes: %j', (bytes, expected) =>
    expect(filters(library(sizes), all, usage({}), { bytes })).toEqual(expected),
  )
})
