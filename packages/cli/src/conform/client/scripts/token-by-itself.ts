import { differs, failed, ok, type CheckResult } from '../../../doctor/report.ts'
import { endAtWrite } from '../end-at-write.ts'
import type { Script } from '../script.ts'
import { first, second, type Stage } from '../stage.ts'
import { never } from '../tab.ts'

/** A client that makes more requests or writes than this in one sync is not ended at every point. */
const mostEnds = 40

/** Ends a tab at the nth point of a sync and describes this point. Undefined if the sync completes earlier. */
type End = (one: Stage, nth: number) => Promise<string | undefined>

const atRequest: End = async (one, nth) => {
  const tab = await one.tab()
  const reached = new Promise<string>((resolve) => {
    tab.through.between = async (asked, answer) => {
      if (tab.asked.length < nth) return answer()
      resolve(`It ended while it waited for request ${nth}, ${asked.what}.`)
      return never()
    }
  })
  const ended = await Promise.race([reached, tab.sync().then(() => undefined)])
  tab.kill()
  return ended
}

const ordinal = (nth: number) => `${nth}${['st', 'nd', 'rd'][nth - 1] ?? 'th'}`

const atWrite: End = async (one, nth) => {
  const tab = await one.tab()
  let ended: string | undefined
  const writes = endAtWrite(nth, () => {
    ended = `It ended before it wrote for the ${ordinal(nth)} time.`
    tab.kill()
  })
  // A client that was ended may wait for a response that never arrives. There is then nothing left to wait for.
  const killed = new Promise<void>((resolve) => tab.killed.addEventListener('abort', () => resolve()))
  await Promise.race([tab.sync(), killed.then(turns)]).finally(() => writes.restore())
  tab.kill()
  return ended
}

/** Waits long enough for the remaining work of an ended tab that needs no response. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Ends a tab at each point of a sync, one after the other. Returns the first problem, or the number of points. */
async function endEverywhere(
  stage: () => Stage,
  prepare: (one: Stage) => Promise<void>,
  endAt: End,
): Promise<CheckResult | number> {
  for (let nth = 1; nth <= mostEnds; nth++) {
    const one = stage()
    await prepare(one)
    const end = await endAt(one, nth)
    if (end === undefined) return nth - 1
    const next = await one.tab()
    const difference = await one.becomesCurrent(next)
    if (difference === undefined) continue
    const [asked] = next.asked
    if (asked === undefined) return failed(`${end} The next tab never asked: see two_tabs.`)
    return differs(
      `${end} The next tab asked for ${asked.what}, and never got what was missing: ${difference}.`,
      'Store the token in the transaction that makes its rows visible.',
    )
  }
  return mostEnds
}

async function somethingNew(one: Stage): Promise<void> {
  const tab = await one.currentTab()
  await tab.close()
  one.sandbox.publish(one.edition(first).slice(0, 3))
  one.sandbox.invalidate(second, one.edition(second))
}

export const tokenByItself: Script = {
  name: 'token_by_itself',
  must: 'The token becomes durable in one transaction with the rows that it covers: wherever a tab ends, the next one goes on.',
  mistake: 1,
  play: async (stage) => {
    const ends: number[] = []
    for (const endAt of [atRequest, atWrite])
      for (const prepare of [async () => undefined, somethingNew]) {
        const outcome = await endEverywhere(stage, prepare, endAt)
        if (typeof outcome !== 'number') return outcome
        ends.push(outcome)
      }
    const [first = 0, later = 0, writes = 0, laterWrites = 0] = ends
    const ofWrites =
      writes + laterWrites === 0
        ? ' It writes to no IndexedDB of this program, so it was not ended there.'
        : ` Ended before each of its ${writes} and ${laterWrites} transactions, it did, too.`
    return ok(
      `Ended at each of ${first} requests of a first sync and ${later} of a later one, it went on.${ofWrites}`,
    )
  },
}
