import type { Read, ReadSeries, ReadTimes } from './protocol.ts'
import type { Library } from './variants/variant.ts'

/** Connections opened anew for the cold figure of a series. */
const coldReads = 5

async function perform(library: Library, read: Read): Promise<void> {
  if (read.kind === 'row') {
    if (!(await library.row(read.name))) throw new Error(`no row ${read.name.recordType} ${read.name.id}`)
    return
  }
  const rows =
    read.kind === 'all' ? await library.all?.(read.recordType) : await library.stretch?.(read.stretch)
  if (rows?.length !== read.rows) throw new Error(`${rows?.length} rows read instead of ${read.rows}`)
}

async function timed(library: Library, read: Read): Promise<number> {
  const began = performance.now()
  await perform(library, read)
  return performance.now() - began
}

function summed(times: readonly number[], statistic: ReadSeries['statistic']): number {
  if (statistic === 'mean') return times.reduce((sum, ms) => sum + ms, 0) / times.length
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
}

/** Every series cold and warm. A connection just opened has nothing at hand; of a warm one the first read is not counted. */
export async function measureReads(
  open: () => Promise<Library>,
  series: readonly ReadSeries[],
): Promise<ReadTimes[]> {
  const results: ReadTimes[] = []
  for (const { name, statistic, reads } of series) {
    const cold: number[] = []
    for (const read of reads.slice(0, coldReads)) {
      const fresh = await open()
      cold.push(await timed(fresh, read))
      await fresh.close()
    }
    const library = await open()
    await perform(library, reads[0]!)
    const warm: number[] = []
    for (const read of reads) warm.push(await timed(library, read))
    await library.close()
    results.push({ name, cold: summed(cold, statistic), warm: summed(warm, statistic) })
  }
  return results
}
