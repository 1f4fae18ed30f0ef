import { differs, untested, ok } from '../../../doctor/report.ts'
import type { Script } from '../script.ts'
import { second } from '../stage.ts'

export const snapshotAsItComes: Script = {
  name: 'snapshot_as_it_comes',
  must: 'A snapshot below the bound of its set is not taken: it is asked for again, and no token is stored before it is here.',
  mistake: 3,
  play: async (stage) => {
    const one = stage()
    const tab = await one.currentTab()
    one.sandbox.invalidate(second, one.edition(second))
    const lag = one.sandbox.fault({
      match: { path: 'snapshot' },
      times: 1,
      effect: { staleSnapshot: { behind: 1 } },
    })
    const difference = await one.becomesCurrent(tab)
    if (lag.fired === 0) return untested('It asked for no snapshot of the new edition.')
    if (difference === undefined)
      return ok('The answer of a replica that lagged was not taken for the new edition.')
    return differs(
      `A replica that lagged answered with the edition of before, and it stayed: ${difference}.`,
      'Compare sync_sequence with the bound of the set that asked for the snapshot.',
    )
  },
}
