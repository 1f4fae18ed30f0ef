import { systemClock, type Clock } from '../../client/clock.ts'
import { parseResourceKey } from '@waraq/protocol'
import { readerRows, serviceRows, type Bench } from '../bench.test-support.ts'
import { readFilesEntry } from '../../files/files-entry.ts'
import type { SubscriptionRecord, WriterRecord } from '../../store/records.ts'
import type { EngineStatus } from '../status/status.ts'
import { at, filters } from './all-records.test-support.ts'
import { benchOn } from './library-dump.test-support.ts'
import type { LibraryDump } from './table-dump.test-support.ts'
import type { Outcome, Verdict } from './outcome-of-damage.test-support.ts'
import { allKeys, concernedBy, damagedLibrary, type Case, type Plain } from './wrong-fields.test-support.ts'

/** What becomes of a library of which one field of one record was changed. */

export type Rows = ReadonlyMap<string, string> | undefined

/** What readers have of the resource, where `thoroughly` is wanted also by each key. */
async function readRows({ store }: Bench, key: string, thoroughly: boolean): Promise<Rows> {
  const rows = await readerRows(store, key)
  if (!rows || !thoroughly) return rows
  const ref = parseResourceKey(key)!
  const byKey = new Map<string, string>()
  for (const name of rows.keys()) {
    const [recordType, recordKey] = name.split(' ') as [string, string]
    const row = await store.row(recordType, ref, recordKey)
    if (row) byKey.set(name, JSON.stringify(row.data))
  }
  return byKey
}

const same = (one: Rows, other: Rows) =>
  JSON.stringify([...(one ?? [])].sort()) === JSON.stringify([...(other ?? [])].sort())

export interface Seen {
  /** Resources whose rows are right, by key. */
  readonly right: ReadonlySet<string>
  readonly absent: ReadonlySet<string>
  /** Rows that the service has not, or fewer rows than it has, shown as if they were all. */
  readonly wrong: ReadonlySet<string>
  /** Reads that threw, with the error. */
  readonly failed: ReadonlyMap<string, string>
}

async function look(
  bench: Bench,
  expected: ReadonlyMap<string, Rows>,
  concerned: ReadonlySet<string>,
): Promise<Seen> {
  const seen = {
    right: new Set<string>(),
    absent: new Set<string>(),
    wrong: new Set<string>(),
    failed: new Map<string, string>(),
  }
  for (const [key, rows] of expected) {
    try {
      const read = () => inTime(readRows(bench, key, concerned.has(key)))
      let found = await read()
      // A reader that meets damage of rows knows of it from then on.
      if (!same(found, rows)) found = await read()
      if (same(found, rows)) seen.right.add(key)
      else if (found === undefined) seen.absent.add(key)
      else seen.wrong.add(key)
    } catch (error) {
      seen.failed.set(key, String(error).slice(0, 200))
    }
  }
  return seen
}

/** Milliseconds after which a call counts as one that never ends. */
const hangMs = 15_000

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It never ends')), hangMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<T | { readonly threw: string }> {
  try {
    return await inTime(work())
  } catch (error) {
    return { threw: String(error).slice(0, 300) }
  }
}

/** The service has no such resource. */
const unknownKey = 'translations:99'

function rowsOfService({ sandbox }: Bench, key: string, at?: number): Rows {
  return key === unknownKey ? undefined : serviceRows(sandbox, key, at)
}

const minute = 60_000

/** A clock at this time after the library was recorded. Deadlines pass ten times as fast: a hang is seen soon. */
function hurried(passedMs: () => number): Clock {
  return {
    ...systemClock,
    now: () => at + passedMs(),
    sleep: (ms, signal) => systemClock.sleep(ms >= 5_000 ? ms / 10 : ms, signal),
  }
}

/** The greatest epoch that a run has noted. */
function greatestEpoch(kept: LibraryDump): number {
  const subscriptions = kept.tables['subscriptions']!.records as SubscriptionRecord[]
  return Math.max(...subscriptions.map((each) => each.lastRun?.epoch ?? 0))
}

/** Everything is right: rows, tokens, no failures. */
async function state(bench: Bench, concerned: ReadonlySet<string>) {
  const expected = new Map(allKeys.map((key) => [key, rowsOfService(bench, key)]))
  const seen = await look(bench, expected, concerned)
  const status = await attempt(() => bench.engine.status())
  const stale =
    'threw' in status
      ? [status.threw]
      : status.subscriptions
          .filter(({ lastRun }) => lastRun?.outcome !== 'current')
          .map(({ filter }) => filter)
  const missing =
    'threw' in status
      ? []
      : Object.values(filters).filter(
          (filter) => !status.subscriptions.some((each) => each.filter === filter),
        )
  return {
    seen,
    stale,
    missing,
    isRight: seen.right.size === expected.size && stale.length + missing.length === 0,
  }
}

function publishEverywhere({ sandbox }: Bench, text: string): void {
  for (const key of allKeys) {
    const rows = key === unknownKey ? undefined : sandbox.snapshotRows(key)
    if (!rows) continue
    const recordType = key.startsWith('mushafs') ? 'mushaf_word' : undefined
    const row = rows.findLast((each) => recordType === undefined || each['record_type'] === recordType)!
    const id = key.startsWith('articles') ? undefined : (row['id'] as number)
    if (id === undefined) sandbox.invalidate(key)
    else
      sandbox.publish([
        { resource: key, ...(recordType ? { recordType } : {}), update: { key: id, note: text } },
      ])
  }
}

function problemsOf({ problem, subscriptions }: EngineStatus): string {
  return JSON.stringify([problem, ...subscriptions.map((each) => each.problem)])
}

/** What an undamaged library leads to. */
export interface Usual {
  /** The snapshots that a sync asks for. */
  readonly snapshots: ReadonlySet<string>
  /** The problems in its status. */
  readonly problems: string
}

export async function whatIsUsual(kept: LibraryDump): Promise<Usual> {
  const bench = await benchOn(kept)
  try {
    const problems = problemsOf(await bench.engine.status())
    bench.sandbox.clearRequests()
    await bench.engine.sync()
    return { problems, snapshots: new Set(bench.requests().filter((each) => each !== 'sync')) }
  } finally {
    await bench.close()
  }
}

/** Pauses end, and syncs come by themselves again: false where none comes. */
async function keepsTime(bench: Bench): Promise<boolean> {
  await bench.engine.startAutoSync()
  await bench.engine.resume()
  bench.sandbox.clearRequests()
  for (let tries = 0; tries < 1_000 && bench.requests().length === 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 2))
  return bench.requests().length > 0
}

export async function tryCase(kept: LibraryDump, one: Case | null, usual: Usual): Promise<Outcome> {
  let passedMs = minute
  const library = one ? damagedLibrary(kept, one) : kept
  const bench = await benchOn(
    library,
    hurried(() => passedMs),
  )
  const concerned = one ? concernedBy(kept, one) : new Set<string>()
  const threw: string[] = []
  const othersHurt: string[] = []
  const shownWrong: string[] = []
  const notes: string[] = []
  const noted = async (name: string, work: () => Promise<unknown>) => {
    const result = await attempt(work)
    if (typeof result === 'object' && result !== null && 'threw' in result)
      threw.push(`${name}: ${String(result.threw)}`)
    return result
  }
  const judge = (when: string, seen: Seen) => {
    for (const key of seen.wrong) shownWrong.push(`${when} ${key}`)
    for (const [key, error] of seen.failed) threw.push(`${when} read ${key}: ${error}`)
    for (const key of [...seen.wrong, ...seen.failed.keys(), ...seen.absent])
      if (!concerned.has(key)) othersHurt.push(`${when} ${key}`)
  }
  try {
    const lastCommitted = new Map(
      allKeys.map((key) => {
        const record = (kept.tables['resources']!.records as Plain[]).find((each) => each['key'] === key)
        const at = Math.max(Number(record?.['asOf']), Number(record?.['snapshotSequence']))
        return [key, record?.['status'] === 'installed' ? rowsOfService(bench, key, at) : undefined] as const
      }),
    )
    const before = await look(bench, lastCommitted, concerned)
    judge('before', before)
    await noted('resources()', () => bench.store.resources())
    await noted('droppable()', () => bench.engine.droppable())
    await noted('kept files', () => readFilesEntry(bench.db))
    const status = (await noted('status()', () => bench.engine.status())) as Awaited<
      ReturnType<typeof bench.engine.status>
    >
    const reported = status.subscriptions !== undefined && problemsOf(status) !== usual.problems
    const pausedSince = status.pausedSince
    bench.sandbox.clearRequests()
    const report = (await noted('sync()', () => bench.engine.sync())) as Awaited<
      ReturnType<typeof bench.engine.sync>
    >
    for (const run of report.runs ?? [])
      if (run.outcome !== 'current') {
        notes.push(`${run.filter} ${run.outcome} ${run.error?.code}: ${run.error?.message.slice(0, 150)}`)
      }
    const asked = bench.requests().filter((each) => each !== 'sync')
    const extra = asked.filter((each) => !usual.snapshots.has(each))
    for (const key of extra) if (!concerned.has(key)) othersHurt.push(`fetched ${key}`)
    let now = await state(bench, concerned)
    judge('after', now.seen)
    const healed = now.isRight
    const { epoch } = (await bench.db.meta.get('writer')) as WriterRecord
    if (!(epoch > greatestEpoch(kept))) othersHurt.push(`the epoch went back to ${epoch}`)
    publishEverywhere(bench, 'changed once')
    await noted('second sync()', () => bench.engine.sync())
    now = await state(bench, concerned)
    judge('second', now.seen)
    const ofSchedule = library.tables['meta']!.records[one?.table === 'meta' ? one.index : -1] as
      Plain | undefined
    if (one && ofSchedule?.['key'] === 'schedule') {
      if (pausedSince === null && one.path[0] !== 'pausedAt') othersHurt.push('the pause')
      // The clock stands still otherwise, and the sync before would count as one of the same moment, which answers the next.
      passedMs += minute
      if (!(await keepsTime(bench))) {
        othersHurt.push('no sync comes by itself')
        return { verdict: 'never', shownWrong, othersHurt, threw, reported, notes }
      }
    }
    if (now.isRight && healed) {
      const calm = before.right.size === allKeys.length && extra.length === 0 && threw.length === 0
      return {
        verdict: calm ? 'went on right' : 'healed by the next sync',
        shownWrong,
        othersHurt,
        threw,
        reported,
        notes,
      }
    }
    notes.push(
      `stale: ${now.stale.join()} missing: ${now.missing.join()} wrong: ${[...now.seen.wrong].join()} absent: ${[...now.seen.absent].join()}`,
    )
    let verdict: Verdict = now.isRight ? 'healed by the second sync' : 'never'
    if (verdict === 'never') {
      for (let time = 0; time < 4; time++) {
        passedMs += 30 * minute
        await attempt(() => bench.engine.sync())
      }
      if ((await state(bench, concerned)).isRight) verdict = 'healed within two hours'
    }
    const alive = async () => {
      if (!(await state(bench, concerned)).isRight) return false
      publishEverywhere(bench, `changed at ${passedMs} ${Math.random()}`)
      await attempt(() => bench.engine.sync())
      return (await state(bench, concerned)).isRight
    }
    if (verdict === 'never') {
      for (const key of allKeys) await attempt(() => bench.engine.verify(parseResourceKey(key)!))
      await attempt(() => bench.engine.sync())
      if (await alive()) verdict = 'needed verify'
    }
    if (verdict === 'never') {
      for (const filter of Object.values(filters))
        await attempt(() => bench.engine.setSubscriptions(Object.values(filters))).then(() =>
          attempt(() => bench.engine.resync(filter)),
        )
      if (await alive()) verdict = 'needed resync'
    }
    return { verdict, shownWrong, othersHurt, threw, reported, notes }
  } finally {
    await attempt(() => bench.close())
  }
}
