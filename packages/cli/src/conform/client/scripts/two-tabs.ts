import { differs, ok, type CheckResult } from '../../../doctor/report.ts'
import type { Script } from '../script.ts'
import { differenceIn, isSame, second, type Stage } from '../stage.ts'
import { never, type Tab } from '../tab.ts'

/**
 * A tab counts as waiting for the other one if it does nothing for this long, measured by the clock and in turns of the event
 * loop.
 */
const idle = { ms: 1_000, turns: 2_000 }

/**
 * Resolves with the work, or when the tab is idle. Turns are also counted, because a tab on a busy machine is not a waiting tab.
 */
async function endOrIdle(tab: Tab, work: Promise<unknown>): Promise<void> {
  let isOver = false
  void work.then(() => (isOver = true))
  const began = performance.now()
  let asked = 0
  for (let turns = 0; !isOver && (turns < idle.turns || performance.now() - began < idle.ms); turns++) {
    if (tab.asked.length > asked) turns = 0
    asked = tab.asked.length
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const remedy =
  'One tab writes at a time, by a Web Lock; and each write checks that nobody else has written meanwhile.'

/** The snapshot of one tab arrives late, after the other tab has stored a newer one. */
async function lateAnswer(one: Stage): Promise<CheckResult | undefined> {
  const [slow, fast] = [await one.currentTab(), await one.currentTab()]
  one.sandbox.invalidate(second, one.edition(second))
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const asking = new Promise<void>((resolve) => {
    slow.through.between = async (asked, answer) => {
      const given = await answer()
      if (asked.kind !== 'snapshot') return given
      resolve()
      await released
      return given
    }
  })
  const slowSync = slow.sync()
  await Promise.race([asking, slowSync])
  one.sandbox.invalidate(second, one.edition(second))
  const fastSync = fast.sync()
  await endOrIdle(fast, fastSync)
  const newest = one.has(second)
  const wasThere = isSame(await fast.rows(second), newest)
  release()
  await Promise.all([slowSync, fastSync])
  const difference = wasThere ? differenceIn(await fast.rows(second), newest, second) : undefined
  if (difference !== undefined)
    return differs(
      `One tab stored the newest edition, and the slower one put the edition of before over it: ${difference}.`,
      remedy,
    )
  const left = await one.becomesCurrent(fast)
  return left === undefined
    ? undefined
    : differs(`Two tabs synced at once, and never became current: ${left}.`, remedy)
}

/** One tab ends in the middle of a sync; the other one must sync. */
async function deadTab(one: Stage): Promise<CheckResult | undefined> {
  const [dying, living] = [await one.currentTab(), await one.currentTab()]
  one.sandbox.invalidate(second, one.edition(second))
  const asking = new Promise<void>((resolve) => {
    dying.through.between = () => {
      resolve()
      return never()
    }
  })
  await Promise.race([asking, dying.sync()])
  dying.kill()
  const before = living.asked.length
  await one.becomesCurrent(living)
  if (living.asked.length > before) return undefined
  return differs('A tab ended in the middle of a sync, and the other one never asked again.', remedy)
}

export const twoTabs: Script = {
  name: 'two_tabs',
  must: 'Of two tabs that sync at once none puts older rows over newer ones, and one that ends keeps none from syncing.',
  mistake: 6,
  play: async (stage) =>
    (await lateAnswer(stage())) ??
    (await deadTab(stage())) ??
    ok('What one tab had stored, the other one did not put back; a tab that ended was no hindrance.'),
}
