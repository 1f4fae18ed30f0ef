import { patchesAtTheirLimit, publishUpdates } from '../node/changes.ts'
import { datasets } from '../node/datasets.ts'
import { reasonOf } from '../node/results.ts'
import { startService, type Service } from '../node/service.ts'
import { Session } from '../node/session.ts'
import type { BenchCase } from './case.ts'
import { readKinds, readSeries } from './read-series.ts'

const states = ['cold', 'warm'] as const
type State = (typeof states)[number]
const layerings = ['no patches', 'patches at their limit'] as const

/** A row of the report for both layerings, as two variants of it. */
export const patchedName = (kind: string, state: State) =>
  `read ${kind}, ${state}, ${datasets.mushaf.size}, with and without patches`

/** Brings in changes, one sync after the other, until the next one is more than stays unfolded. */
export async function layPatches(session: Session, service: Service, round: number): Promise<void> {
  const { patches, words } = patchesAtTheirLimit
  for (let patch = 0; patch < patches; patch++) {
    publishUpdates(service, words, round * 100 + patch)
    await session.call('follow')
  }
}

/** The same reads of the same library, as its snapshot left it and under as many patches as are not folded. */
export const patchedCase: BenchCase = {
  title: 'reads under patches',
  names: readKinds.mushaf.flatMap((kind) => states.map((state) => patchedName(kind, state))),
  isShort: true,
  isMain: () => true,
  async run(turn) {
    const { site, round, results } = turn
    const service = await startService(site.origin)
    const session = await Session.open(turn)
    const name = 'bench-patched'
    try {
      const source = service.source('mushaf')
      const series = readSeries(service, 'mushaf', round)
      await session.start('waraq')
      await session.call('connect', source, name)
      await session.call('load')
      for (const layering of layerings) {
        if (layering === 'patches at their limit') await layPatches(session, service, round)
        for (const times of await session.call('read', source, name, series))
          for (const state of states)
            results.add(patchedName(times.name, state), 'ms', layering, times[state])
      }
    } catch (error) {
      results.couldNot(patchedName('all', 'warm'), 'ms', 'waraq', reasonOf(error))
    } finally {
      await session.dispose()
      await service.close()
    }
  },
}
