import type { Clock } from '../../client/clock.ts'
import type { Sandbox } from '@waraq/sandbox'
import { clockAhead, createBench, type Bench } from '../bench.test-support.ts'
import {
  putTables,
  type Change,
  type LibraryDump,
  type TableDump,
  type ServiceStep,
} from './table-dump.test-support.ts'

/** The service that a kept library was filled from, and an engine on both. */

export function take(sandbox: Sandbox, [change, ...given]: ServiceStep): void {
  const changes = sandbox as unknown as Record<Change, (...given: readonly unknown[]) => unknown>
  changes[change](...given)
}

/** Changes per page: few, so that little content makes several pages. A set goes on only with pages of the same size. */
export const recordedPerPage = 2

/** Options of a sandbox that holds nothing, at a time that stands still. */
export function emptyAt(at: number) {
  return { content: { chapters: [112], resources: 'translations:999' }, now: () => at }
}

/** One record a line. */
export function asFile({ service, tables, ...rest }: LibraryDump): string {
  const lines = (each: readonly object[]) => each.map((one) => `\n${JSON.stringify(one)}`).join()
  const table = ([name, { records, ...schema }]: readonly [string, TableDump]) =>
    `\n"${name}":{${JSON.stringify(schema).slice(1, -1)},"records":[${lines(records)}]}`
  return `{${JSON.stringify(rest).slice(1, -1)},"service":[${lines(service)}],"tables":{${Object.entries(tables).map(table).join()}}}\n`
}

/** A minute has passed: the tab that wrote the library is gone. */
function aMinuteLater({ at }: LibraryDump): Clock {
  const now = at + 60_000
  return clockAhead(() => now - Date.now())
}

/** A bench on the library, with its service, whose clock stands still unless the device's is given. */
export async function benchOn(kept: LibraryDump, given?: Clock): Promise<Bench> {
  // Rows carry the time of their change.
  let now = () => kept.at
  const bench = createBench({
    sandbox: { ...emptyAt(kept.at), now: () => now() },
    engine: { clock: given ?? aMinuteLater(kept), perPage: recordedPerPage },
  })
  for (const step of kept.service) take(bench.sandbox, step)
  if (given) now = () => given.now()
  await putTables(bench.indexedDB, kept)
  return bench
}
