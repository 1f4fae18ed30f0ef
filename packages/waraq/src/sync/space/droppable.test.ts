import { afterEach, describe, expect, it } from 'vitest'
import { createBench, type Bench } from '../bench.test-support.ts'
import { dayOf } from '../../store/usage-record.ts'

/** What the status says could be dropped. */

let bench: Bench
afterEach(() => bench.close())

describe('what could be dropped', () => {
  it('is told with the status: what is here, least used first', async () => {
    bench = createBench()
    const { engine } = bench
    expect(await engine.droppable()).toEqual([])
    for (const filter of ['translations:20', 'translations:131']) await engine.subscribe(filter)
    await engine.sync()
    const today = dayOf(Date.now())
    await bench.db.table('meta').put({ key: 'usage', days: { 'translations:20': today + 40 } })
    const droppable = await engine.droppable()
    expect(droppable.map(({ filter, lastRead }) => [filter, lastRead])).toEqual([
      ['translations:131', null],
      ['translations:20', today + 40],
    ])
    expect(droppable.every(({ bytes }) => bytes > 0)).toBe(true)
  })

  it('goes with what was dropped', async () => {
    bench = createBench()
    const { engine } = bench
    await engine.subscribe('translations:20')
    await engine.sync()
    await engine.unsubscribe('translations:20')
    expect(await engine.droppable()).toEqual([])
  })
})
