import { startGeneratedService } from '../node/generated-service.ts'
import { canMeasureMemory } from '../node/processes.ts'
import { reasonOf } from '../node/results.ts'
import { Session } from '../node/session.ts'
import type { Source } from '../page/protocol.ts'
import { rotated, type BenchCase, type Turn } from './case.ts'

export const growthSizes = [10, 1_000, 10_000, 84_000, 300_000, 1_000_000]

const variants = [
  { name: 'waraq', title: 'waraq', most: Infinity },
  // At larger sizes it takes minutes and tells nothing new.
  { name: 'raw', title: 'RAW', most: 84_000 },
]

export const growthNames = (rows: number) => {
  const size = `${rows.toLocaleString('en')} rows`
  return {
    perRow: `growth: time per row of a load, ${size}`,
    memory: `growth: peak memory of a load, renderer, ${size}`,
  }
}

async function runOne(turn: Turn, source: Source, variant: (typeof variants)[number]): Promise<void> {
  const { results } = turn
  const { perRow, memory } = growthNames(source.rows)
  const session = await Session.open(turn)
  try {
    await session.start(variant.name)
    await session.call('connect', source, `bench-${variant.name}`)
    const watched = canMeasureMemory ? session.watchMemory() : undefined
    const { readableMs } = await session.call('load')
    const above = watched?.end()
    results.add(perRow, 'µs per row', variant.title, (readableMs / source.rows) * 1_000)
    if (above) results.add(memory, 'MB', variant.title, above.renderers / 1e6)
  } catch (error) {
    results.couldNot(perRow, 'µs per row', variant.title, reasonOf(error))
  } finally {
    await session.dispose()
  }
}

/** Whether a load takes more per row the longer it is: it must not, in time nor in memory. */
export const growthCase: BenchCase = {
  title: 'growth',
  names: growthSizes.flatMap((rows) => Object.values(growthNames(rows))),
  async run(turn) {
    const generated = await startGeneratedService(turn.service)
    for (const rows of growthSizes) {
      if (!Object.values(growthNames(rows)).some((name) => turn.results.wants(name))) continue
      for (const variant of rotated(variants, turn.round))
        if (rows <= variant.most) await runOne(turn, generated.source(rows), variant)
    }
    generated.close()
  },
}
