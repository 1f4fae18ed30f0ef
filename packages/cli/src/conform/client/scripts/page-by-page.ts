import { differs, untested, ok, type CheckResult } from '../../../doctor/report.ts'
import type { Script } from '../script.ts'
import { first, isSame, type Stage } from '../stage.ts'

/** More changes than a page can have. */
const leastChanges = 110

async function played(one: Stage, breaksOff: boolean): Promise<CheckResult> {
  const tab = await one.currentTab()
  const before = one.has(first)
  for (let changes = 0; changes < leastChanges; changes += before.length)
    one.sandbox.publish(one.edition(first))
  const after = one.has(first)
  let half: string | undefined
  const probe = async (when: string) => {
    const shown = await tab.rows(first)
    if (!isSame(shown, before) && !isSame(shown, after)) half ??= when
  }
  let pages = 0
  tab.through.between = async (asked, answer) => {
    await probe(`while it waited for ${asked.what}`)
    if (asked.kind === 'sync') pages++
    if (breaksOff && pages > 1) throw new TypeError('fetch failed')
    return answer()
  }
  await tab.sync()
  await probe('when the sync was over')
  if (pages < 2) return untested('It read all changes as one page.')
  if (half === undefined)
    return ok(`${pages} requests for ${leastChanges} changes and more, and a reader saw all or nothing.`)
  return differs(
    `A reader saw rows of neither edition ${half}${breaksOff ? ', after the connection had broken between two pages' : ''}.`,
    'Read the set to its end, plan it as one, and make it visible in one transaction.',
  )
}

export const pageByPage: Script = {
  name: 'page_by_page',
  must: 'Readers see the whole batch or nothing of it.',
  mistake: 2,
  play: async (stage) => {
    const whole = await played(stage(), false)
    return whole.verdict === 'ok'
      ? played(stage(), true).then((broken) => (broken.verdict === 'ok' ? whole : broken))
      : whole
  },
}
