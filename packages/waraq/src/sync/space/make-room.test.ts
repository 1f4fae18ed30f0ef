import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBench, unreachableSegments, type Bench } from '../bench.test-support.ts'
import { claimWriter, type Writer } from '../../store/writer.ts'
import { makeRoom } from './make-room.ts'
import type { OnStorageFull } from './on-storage-full.ts'

let bench: Bench
let writer: Writer
beforeEach(async () => {
  bench = createBench()
  await bench.engine.setSubscriptions(['translations:20', 'tafsirs:169'])
  await bench.engine.sync()
  writer = await claimWriter(bench.db, 'full')
  // A run has read the bookkeeping long before there is no room.
  await writer.known()
})
afterEach(() => bench.close())

const make = (onStorageFull?: OnStorageFull) =>
  makeRoom(writer, new VirtualClock(), onStorageFull, {
    filters: ['translations:20'],
    needed: null,
    available: 0,
    signal: new AbortController().signal,
  })

const state = async () => {
  const { resources, subscriptions, garbage } = bench.db
  const counts = [await subscriptions.count(), await resources.count(), await garbage.count()]
  return [...counts, (await unreachableSegments(bench.db)).length]
}

it('drops what the application chooses, from the list to the last segment', async () => {
  expect(await make(({ candidates }) => candidates.map(({ filter }) => filter))).toBe(true)
  expect(await state()).toEqual([1, 1, 0, 0])
})

it.each<[string, OnStorageFull | undefined]>([
  ['asks for nothing to be dropped', () => []],
  ['chooses what the run needs', () => ['translations:20']],
  ['was not given a say', undefined],
])('drops nothing where the application %s', async (_, onStorageFull) => {
  expect(await make(onStorageFull)).toBe(false)
  expect(await state()).toEqual([2, 2, 0, 0])
})
