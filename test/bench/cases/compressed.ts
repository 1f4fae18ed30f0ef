import { datasetNames, datasets, type DatasetName } from '../node/datasets.ts'
import { startProxy } from '../node/proxy.ts'
import { reasonOf } from '../node/results.ts'
import { Session } from '../node/session.ts'
import type { Source } from '../page/protocol.ts'
import { rotated, type BenchCase, type Turn } from './case.ts'

const variants = [
  { name: 'parse', title: 'res.json()' },
  { name: 'waraq', title: 'waraq' },
  { name: 'raw', title: 'RAW' },
]

const nameOf = (dataset: DatasetName) => `first load over gzip, ${datasets[dataset].size}`

async function runOne(
  turn: Turn,
  source: Source,
  name: string,
  variant: (typeof variants)[number],
): Promise<void> {
  const session = await Session.open(turn)
  try {
    await session.start(variant.name)
    await session.call('connect', source, `bench-${variant.name}`)
    const { readableMs, wholeMs } = await session.call('load')
    turn.results.add(name, 'ms', variant.title, readableMs)
    if (wholeMs !== undefined) turn.results.add(name, 'ms', `${variant.title}, whole sync()`, wholeMs)
  } catch (error) {
    turn.results.couldNot(name, 'ms', variant.title, reasonOf(error))
  } finally {
    await session.dispose()
  }
}

/** The same first load with the body compressed on the wire. */
export const compressedCase: BenchCase = {
  title: 'first load over gzip',
  names: datasetNames.map(nameOf),
  isShort: true,
  async run(turn) {
    const proxy = await startProxy(turn.service.contentRoot, { gzip: true })
    for (const dataset of datasetNames.filter((each) => turn.results.wants(nameOf(each)))) {
      const source = { ...turn.service.source(dataset), contentRoot: proxy.contentRoot }
      // Compressed beforehand: no variant pays for it.
      await fetch(`${source.contentRoot}/api/v4/resources/snapshots/${source.group}/${source.id}`, {
        headers: { 'x-auth-token': source.token, 'x-client-id': source.clientId },
      }).then((response) => response.arrayBuffer())
      for (const variant of rotated(variants, turn.round))
        await runOne(turn, source, nameOf(dataset), variant)
    }
    proxy.close()
  },
}
