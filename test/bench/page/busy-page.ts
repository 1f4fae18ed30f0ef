import type { BusyFigures, RowName, Source } from './protocol.ts'
import { readSteadily } from './steady-reader.ts'
import { dexie } from './variants/dexie.ts'
import { raw } from './variants/raw.ts'
import type { Variant } from './variants/variant.ts'
import { waraq } from './variants/waraq.ts'

/** The page reads by a connection of its own, as an application's page does. */
const readers: Readonly<Record<string, Variant>> = { waraq, raw, dexie }
const idleMs = 2_000
/** Time to rest: after a load an engine still collects garbage, and the idle figure is that of a page at rest. */
const settleMs = 1_000
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Long tasks of this thread while it works: a user sees them as a page that stands still. */
async function countLongTasks<T>(work: () => Promise<T>): Promise<{ result: T; durations: number[] | null }> {
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask'))
    return { result: await work(), durations: null }
  const durations: number[] = []
  const note = (entries: PerformanceEntryList) => durations.push(...entries.map(({ duration }) => duration))
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'longtask' })
  const result = await work()
  // The browser reports entries in a task of their own.
  await pause(100)
  note(observer.takeRecords())
  observer.disconnect()
  return { result, durations }
}

/** Reads a row every 5 ms, first while nothing else happens and then while `work` is done. */
export async function whileReading(
  reader: string,
  source: Source,
  name: string,
  names: readonly RowName[],
  work: () => Promise<number>,
): Promise<BusyFigures> {
  const library = await readers[reader]!.open(source, name)
  const read = (turn: number) => library.row(names[turn % names.length]!)
  for (const each of names) await library.row(each)
  await pause(settleMs)
  const idle = await readSteadily(read, pause(idleMs))
  const { result, durations } = await countLongTasks(async () => {
    const working = work()
    return { busy: await readSteadily(read, working), workMs: await working }
  })
  await library.close()
  return {
    idle,
    ...result,
    longTasks: durations && durations.length,
    longestTask: durations && Math.max(0, ...durations),
  }
}
