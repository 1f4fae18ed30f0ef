import { differs, ok, type CheckResult } from '../../../doctor/report.ts'
import type { Script } from '../script.ts'
import { differenceIn, first, second, type Stage } from '../stage.ts'
import type { Between } from '../tab.ts'

/** The feed reports that a row and a resource were removed. */
async function byFeed(one: Stage): Promise<CheckResult | undefined> {
  const tab = await one.currentTab()
  const [row] = one.has(first)
  one.sandbox.publish([{ resource: first, remove: Number(row!['id']) }])
  one.sandbox.hide(second)
  const difference = await one.becomesCurrent(tab)
  if (difference === undefined) return undefined
  return differs(
    `The feed told that a row and a resource are gone, and they are still shown: ${difference}.`,
    'Apply ROW_DELETE and RESOURCE_DELETE in the same transaction as everything else.',
  )
}

/** A list after 410 does not name removed resources. */
async function byList(one: Stage): Promise<CheckResult | undefined> {
  const tab = await one.currentTab()
  one.sandbox.hide(second)
  one.forget()
  const difference = await one.becomesCurrent(tab)
  if (difference === undefined) return undefined
  return differs(
    `It was withdrawn while its token became too old, and is still shown: ${difference}.`,
    'A resource that a bootstrap leaves out is asked for by itself; where that is answered 404, it is removed.',
  )
}

const cutsLists: Between = async (asked, answer) => {
  const given = await answer()
  if (asked.kind !== 'sync' || !given.ok || !asked.query.has('bootstrap')) return given
  const { sync } = (await given.json()) as { sync: { mutations: { resource_id: number }[] } }
  const mutations = sync.mutations.filter(({ resource_id: id }) => !second.endsWith(`:${id}`))
  return Response.json({ sync: { ...sync, mutations } })
}

/** A list after 410 that was truncated in transit. */
async function byCutList(one: Stage): Promise<CheckResult | undefined> {
  const tab = await one.currentTab()
  one.forget()
  tab.through.between = cutsLists
  await tab.sync()
  const difference = differenceIn(await tab.rows(second), one.has(second), second)
  if (difference === undefined) return undefined
  return differs(
    `A list that was cut short left it out, and it was removed, though the service still has it: ${difference}.`,
    'A resource that a bootstrap leaves out is asked for by itself; it is removed only where that is answered 404.',
  )
}

export const withdrawnStays: Script = {
  name: 'withdrawn_stays',
  must: 'What the service withdraws is removed, and nothing else: what a list leaves out is asked for by itself first.',
  mistake: 8,
  play: async (stage) =>
    (await byFeed(stage())) ??
    (await byList(stage())) ??
    (await byCutList(stage())) ??
    ok('What was withdrawn went, by the feed and by a list; what a list only lacked stayed.'),
}
