import { canMeasureMemory } from '../node/processes.ts'
import { reasonOf } from '../node/results.ts'
import { Session } from '../node/session.ts'
import { rotated, type BenchCase, type Turn } from './case.ts'

const variants = [
  { title: 'waraq', isBare: false },
  { title: 'RAW', isBare: true },
]

export const reciterNames = {
  time: 'a reciter is kept: time per file',
  memory: 'a reciter is kept: peak memory, renderer',
  heap: 'a reciter is kept: heap of the page above its beginning, at most',
  bytes: 'a reciter is kept: bytes of a file',
  estimate: 'a reciter is kept: storage per file, as the browser says',
  disk: 'a reciter is kept: storage per file, blocks on disk',
}

async function runOne(turn: Turn, { title, isBare }: (typeof variants)[number]): Promise<void> {
  const { results, service } = turn
  const session = await Session.open(turn)
  try {
    const request = { source: service.source('reciter'), recordingsBase: service.recordingsBase, isBare }
    await session.prepareReciter(request)
    const stored = await session.usage()
    const memory = canMeasureMemory ? session.watchMemory() : undefined
    const heap = await session.watchHeap()
    const { files, bytes, ms } = await session.keepReciter(request)
    const above = memory?.end()
    results.add(reciterNames.time, 'ms', title, ms / files)
    if (above) results.add(reciterNames.memory, 'MB', title, above.renderers / 1e6)
    results.add(reciterNames.heap, 'MB', title, (await heap.end()) / 1e6)
    results.add(reciterNames.bytes, 'bytes', title, bytes / files)
    results.add(reciterNames.estimate, 'bytes', title, ((await session.usage()) - stored) / files)
    results.add(reciterNames.disk, 'bytes', title, (await session.closeAndWeighCaches()) / files)
  } catch (error) {
    results.couldNot(reciterNames.time, 'ms', title, reasonOf(error))
  } finally {
    await session.dispose()
  }
}

/** The 6,236 recordings of a reciter by verse, of 4 kB on average, from a server on loopback into Cache Storage. */
export const reciterCase: BenchCase = {
  title: 'a reciter is kept',
  names: Object.values(reciterNames),
  async run(turn) {
    for (const variant of rotated(variants, turn.round)) await runOne(turn, variant)
  },
}
