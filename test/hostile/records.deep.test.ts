import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareOf } from '@waraq/test-support/runs'
import { recordAllKinds } from '../../packages/waraq/src/sync/scenarios/all-records.test-support.ts'
import {
  tryCase,
  whatIsUsual,
  type Usual,
} from '../../packages/waraq/src/sync/scenarios/damaged-records.test-support.ts'
import { isAsAllowed } from '../../packages/waraq/src/sync/scenarios/outcome-of-damage.test-support.ts'
import type { LibraryDump } from '../../packages/waraq/src/sync/scenarios/table-dump.test-support.ts'
import { bookkeepingTables } from '../../packages/waraq/src/sync/scenarios/record-fields.test-support.ts'
import { allCases, placeOf } from '../../packages/waraq/src/sync/scenarios/wrong-fields.test-support.ts'

/**
 * Every field of every bookkeeping record, wrong in each way, one at a time: ten thousand libraries, which take a core twenty
 * minutes. A run takes each thirty-seventh, of which two neighbouring fields have another wrong way each.
 */
const { first, every } = shareOf(37)

let kept: LibraryDump
let usual: Usual
const counts: Record<string, Record<string, number>> = {}
beforeAll(async () => {
  kept = await recordAllKinds()
  usual = await whatIsUsual(kept)
})
afterAll(() => console.table(counts))

describe('each field of each record', { timeout: 6 * 3_600_000 }, () => {
  it.each(bookkeepingTables)('of %s, wrong in any way, hurts no other and heals', async (table) => {
    const failed: string[] = []
    const row = (counts[table] = {} as Record<string, number>)
    const cases = allCases(kept).filter((each) => each.table === table)
    for (const [index, each] of cases.entries()) {
      if (index % every !== first) continue
      const outcome = await tryCase(kept, each, usual)
      row[outcome.verdict] = (row[outcome.verdict] ?? 0) + 1
      const found = isAsAllowed(outcome)
      if (found !== 'as allowed') failed.push(`${placeOf(kept, each)} ${each.wrong}: ${found}`)
    }
    expect(failed).toEqual([])
  })
})
