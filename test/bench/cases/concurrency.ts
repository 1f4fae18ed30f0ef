import { startProxy, type Network } from '../node/proxy.ts'
import { reasonOf } from '../node/results.ts'
import { Session } from '../node/session.ts'
import { rotated, type BenchCase, type Turn } from './case.ts'

const filter = 'translations:*'
const resources = 10
/** Of one host a browser opens six connections at most, so with eight two wait. */
export const concurrencies = [1, 2, 3, 4, 6, 8]

export const networks: readonly { readonly title: string; readonly network: Network }[] = [
  { title: 'loopback', network: {} },
  { title: '50 ms, 5 MB/s each, 20 MB/s in all', network: { latencyMs: 50, perAnswer: 5e6, total: 20e6 } },
]

export const concurrencyNames = (network: string) => ({
  first: `bootstrap of 10 translations, first readable, ${network}`,
  all: `bootstrap of 10 translations, all readable, ${network}`,
})

async function runOne(turn: Turn, contentRoot: string, network: string, atATime: number): Promise<void> {
  const variant = `${atATime} at a time`
  const { token, clientId } = turn.service
  const session = await Session.open(turn)
  try {
    const { firstReadable, allReadable } = await session.bootstrap({
      source: { contentRoot, token, clientId },
      filter,
      resources,
      snapshotConcurrency: atATime,
      name: 'bench-bootstrap',
    })
    turn.results.add(concurrencyNames(network).first, 'ms', variant, firstReadable)
    turn.results.add(concurrencyNames(network).all, 'ms', variant, allReadable)
  } catch (error) {
    turn.results.couldNot(concurrencyNames(network).all, 'ms', variant, reasonOf(error))
  } finally {
    await session.dispose()
  }
}

function concurrencyCase({ title, network }: (typeof networks)[number]): BenchCase {
  return {
    title: `snapshots at a time, ${title}`,
    names: Object.values(concurrencyNames(title)),
    isShort: network.latencyMs === undefined,
    async run(turn) {
      const proxy = await startProxy(turn.service.contentRoot, network)
      for (const atATime of rotated(concurrencies, turn.round))
        await runOne(turn, proxy.contentRoot, title, atATime)
      proxy.close()
    },
  }
}

/** The figures by which the engine's default for `snapshotConcurrency` is chosen. */
export const concurrencyCases = networks.map(concurrencyCase)
