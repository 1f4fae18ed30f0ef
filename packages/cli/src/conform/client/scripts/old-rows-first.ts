import { differs, ok, type CheckResult } from '../../../doctor/report.ts'
import type { Script } from '../script.ts'
import { differenceIn, second, type Stage } from '../stage.ts'

/** Syncs while snapshots break, and checks all the time what a reader sees. */
async function played(
  one: Stage,
  resources: readonly string[],
  happens: () => void,
  when: string,
): Promise<CheckResult | undefined> {
  const tab = await one.currentTab()
  const before = new Map(resources.map((resource) => [resource, one.has(resource)]))
  happens()
  one.sandbox.fault({ match: { path: 'snapshot' }, times: null, effect: { cutBody: { afterBytes: 600 } } })
  let lack: string | undefined
  const probe = async (moment: string) => {
    for (const [resource, rows] of before) {
      const difference = differenceIn(await tab.rows(resource), rows, resource)
      if (difference !== undefined) lack ??= `${moment} a reader missed them: ${difference}`
    }
  }
  tab.through.between = async (asked, answer) => {
    if (asked.kind === 'snapshot') await probe('while the snapshot was on its way')
    return answer()
  }
  await tab.sync()
  await probe('after the connection broke')
  return lack === undefined
    ? undefined
    : differs(`${when}, ${lack}.`, 'Replace rows in one transaction, once the whole snapshot is here.')
}

export const oldRowsFirst: Script = {
  name: 'old_rows_first',
  must: 'Rows stay readable until what replaces them is here as a whole, also after 410 resync_required.',
  mistake: 4,
  play: async (stage) => {
    const one = stage()
    const edition = await played(
      one,
      [second],
      () => one.sandbox.invalidate(second, one.edition(second)),
      'Of a resource with a new edition',
    )
    if (edition) return edition
    const other = stage()
    const again = await played(other, [second], () => other.forget(), 'After 410 resync_required')
    return again ?? ok('Old rows were there until new ones were, for a new edition and after 410.')
  },
}
