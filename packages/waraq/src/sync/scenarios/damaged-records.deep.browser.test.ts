import { systemClock } from '../../client/clock.ts'
import { afterAll, expect, inject, it } from 'vitest'
import { createSyncEngine } from '../engine/create-sync-engine.ts'
import { openContentStore } from '../../store/read/open-content-store.ts'
import { readerRows } from '../../store/read/reader-rows.test-support.ts'
import { putTables, type LibraryDump } from './table-dump.test-support.ts'
import { isAsAllowed, type Outcome } from './outcome-of-damage.test-support.ts'
import { bookkeepingTables } from './record-fields.test-support.ts'
import {
  allCases,
  allKeys,
  concernedBy,
  damagedLibrary,
  placeOf,
  type Case,
} from './wrong-fields.test-support.ts'

/**
 * One field of one bookkeeping record is wrong, in the database of a real browser: a share of all fields with all values.
 * `damaged-records.test.ts` also looks at what comes after.
 */

const { kept, contentRoot, access, rows, share } = inject('damagedLibrary')

const counts: Record<string, Record<string, number>> = {}
afterAll(() => console.table(counts))

type Look = Record<string, string>

/** What readers have of each resource: its rows as text, `absent`, or an error. */
async function look(name: string): Promise<Look> {
  const store = openContentStore({ name })
  const seen: Look = {}
  try {
    for (const key of allKeys) {
      const read = async () => {
        const found = await readerRows(store, key)
        return found ? JSON.stringify([...found].sort()) : 'absent'
      }
      try {
        const first = await read()
        // A reader that meets damage of rows knows of it from then on.
        seen[key] = first === usual.before[key] ? first : await read()
      } catch (error) {
        seen[key] = String(error)
      }
    }
  } finally {
    store.close()
  }
  return seen
}

let databases = 0

async function lookAndSync(library: LibraryDump): Promise<{ before: Look; after: Look; failed: string[] }> {
  const name = `damaged-${databases++}`
  await putTables(indexedDB, library, name)
  const engine = createSyncEngine({
    name,
    contentRoot,
    tokens: { get: () => Promise.resolve(access) },
    perPage: 2,
    retry: { attempts: 2, baseMs: 1, maxMs: 2 },
    clock: { ...systemClock, now: () => kept.at + 60_000 },
  })
  try {
    const before = await look(name)
    const { runs } = await engine.sync()
    const failed = runs.flatMap(({ filter, outcome, error }) =>
      outcome === 'current' ? [] : [`${filter} ${outcome} ${error?.code}`],
    )
    return { before, after: await look(name), failed }
  } finally {
    await engine.close()
    const deleting = indexedDB.deleteDatabase(name)
    await new Promise((resolve) => (deleting.onsuccess = resolve))
  }
}

/** What the library leads to without damage. */
const usual: { before: Look; after: Look } = { before: {}, after: {} }

it('without damage, the library goes on', async () => {
  const { before, after, failed } = await lookAndSync(kept)
  expect(failed).toEqual([])
  for (const key of allKeys) {
    const ofService = rows[key] ? JSON.stringify([...rows[key]].sort()) : 'absent'
    expect([key, after[key]]).toEqual([key, ofService])
  }
  Object.assign(usual, { before, after })
})

/** Of each table one at least. */
function casesOf(table: Case['table']): readonly Case[] {
  const all = allCases(kept, true).filter((one) => one.table === table)
  const every = Math.min(share.every, all.length)
  return all.filter((_, index) => index % every === share.first % every)
}

async function tryCase(one: Case): Promise<Outcome> {
  const concerned = concernedBy(kept, one)
  const { before, after, failed } = await lookAndSync(damagedLibrary(kept, one))
  const differ = (look: Look, wanted: Look) => allKeys.filter((key) => look[key] !== wanted[key])
  const earlier = differ(before, usual.before)
  const later = differ(after, usual.after)
  const isRight = later.length + failed.length === 0
  return {
    verdict: !isRight ? 'never' : earlier.length === 0 ? 'went on right' : 'healed by the next sync',
    shownWrong: earlier.filter((key) => before[key] !== 'absent'),
    othersHurt: [...earlier, ...later].filter((key) => !concerned.has(key)),
    threw: [],
    reported: false,
    notes: [...failed, ...later.map((key) => `${key}: ${after[key]!.slice(0, 100)}`)],
  }
}

it.each(bookkeepingTables)(
  'a wrong field of %s hurts no other, and heals with the next sync',
  async (table) => {
    const row = (counts[table] = {} as Record<string, number>)
    const failed: string[] = []
    for (const one of casesOf(table)) {
      const outcome = await tryCase(one)
      row[outcome.verdict] = (row[outcome.verdict] ?? 0) + 1
      const found = isAsAllowed(outcome)
      if (found !== 'as allowed') failed.push(`${placeOf(kept, one)} ${one.wrong}: ${found}`)
    }
    expect(failed).toEqual([])
  },
  60 * 60_000,
)
