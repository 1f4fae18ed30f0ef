import { differs, ok } from '../../../doctor/report.ts'
import type { Script } from '../script.ts'
import { both, differenceIn, first, second } from '../stage.ts'

export const quiet: Script = {
  name: 'quiet',
  must: 'Without any trouble a client stores what the service has, row by row, and what changes later; another tab shows it at once.',
  play: async (stage) => {
    const one = stage()
    const tab = await one.tab(both)
    const atFirst = await one.becomesCurrent(tab)
    if (atFirst !== undefined) return differs(`After a first sync: ${atFirst}.`, 'Look at the adapter first.')
    one.sandbox.publish(one.edition(first).slice(0, 3))
    one.sandbox.invalidate(second, one.edition(second))
    const later = await one.becomesCurrent(tab)
    if (later !== undefined) return differs(`After a later sync: ${later}.`, 'Look at the adapter first.')
    const other = await one.tab(both)
    for (const resource of [first, second]) {
      const again = differenceIn(await other.rows(resource), one.has(resource), resource)
      if (again !== undefined)
        return differs(`In another tab, before it syncs: ${again}.`, 'Look at the adapter first.')
    }
    return ok(
      `All ${one.has(first).length + one.has(second).length} rows were stored, and what changed later.`,
    )
  },
}
