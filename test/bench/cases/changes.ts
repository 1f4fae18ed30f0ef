import { publishChanges, type Spread } from '../node/changes.ts'
import { reasonOf } from '../node/results.ts'
import { startService } from '../node/service.ts'
import { Session } from '../node/session.ts'
import { rotated, type BenchCase, type Turn } from './case.ts'

const variants = [
  { name: 'parse', title: 'res.json()' },
  { name: 'waraq', title: 'waraq' },
  { name: 'raw', title: 'RAW' },
  { name: 'dexie', title: 'Dexie' },
]

interface ChangeSet {
  readonly count: number
  readonly spread: Spread
}

const sets: readonly ChangeSet[] = [100, 1_000, 10_000].flatMap((count) => [
  { count, spread: 'scattered' as const },
  { count, spread: 'clustered' as const },
])

export const changesName = ({ count, spread }: ChangeSet) =>
  `${count.toLocaleString('en')} ${spread} row changes over 84,000 rows`

/** Each variant follows the same feed from the same beginning, on a service of its own: the seed makes the changes equal. */
async function runOne(turn: Turn, variant: (typeof variants)[number]): Promise<void> {
  const { site, round, results } = turn
  const wanted = sets.filter((set) => results.wants(changesName(set)))
  const service = await startService(site.origin)
  const session = await Session.open(turn)
  try {
    await session.start(variant.name)
    await session.call('connect', service.source('mushaf'), `bench-${variant.name}`)
    await session.call('load')
    for (const [index, set] of wanted.entries()) {
      // What the set before left for later is done first, untimed: the engine folds patches once `sync()` has returned.
      await session.call('follow')
      publishChanges(service, set.count, set.spread, round * 100 + index)
      results.add(changesName(set), 'ms', variant.title, await session.call('follow'))
    }
  } catch (error) {
    for (const set of wanted) results.couldNot(changesName(set), 'ms', variant.title, reasonOf(error))
  } finally {
    await session.dispose()
    await service.close()
  }
}

/**
 * From asking the feed until everything is stored: `sync()` against one transaction a page of 100 changes. `res.json()` only
 * fetches the pages; no client can be faster.
 */
export const changesCase: BenchCase = {
  title: 'row changes',
  isMain: () => true,
  names: sets.map(changesName),
  async run(turn) {
    for (const variant of rotated(variants, turn.round)) await runOne(turn, variant)
  },
}
