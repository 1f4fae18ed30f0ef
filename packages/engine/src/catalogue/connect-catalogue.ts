import { systemClock, type Clock } from '@waraq/client'
import { releaseProxy, wrap } from 'comlink'
import { callTimedOut, workerFailed } from '../link/errors.ts'
import { unlessAborted } from '../link/unless-aborted.ts'
import { unpackError } from '../link/wire.ts'
import { sleepAwake } from '../patience.ts'
import type { Catalogue } from './catalogue.ts'
import type { CatalogueDoor, RemoteCatalogueOptions } from './door.ts'
import type { ItemOf } from './lists.ts'
import { keepCatalogue, type KeepOptions } from './open-catalogue.ts'
import type { CatalogueSource } from './source.ts'

export interface ConnectCatalogueOptions extends KeepOptions, Omit<RemoteCatalogueOptions, 'contentRoot'> {
  /** Root of the content API, such as `https://example.org/content`. */
  readonly contentRoot: string | URL
}

/** A dead worker never answers. Longer than all tries of a worker that lives. */
const patienceMs = 300_000

/** Rejects where the worker cannot be started, or takes too long for one that lives. */
function endOf(worker: Worker, clock: Clock, closed: AbortSignal): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      // Else the page reports it as its own.
      event.preventDefault()
      reject(workerFailed('The worker of the catalogue failed', event.message))
    })
  })
  const late = sleepAwake(clock, patienceMs, closed).then(() => {
    throw callTimedOut('refresh', patienceMs)
  })
  const end = Promise.race([failed, late])
  for (const promise of [failed, late, end]) promise.catch(() => undefined)
  return end
}

function workerSource(start: () => Worker, options: RemoteCatalogueOptions, clock: Clock): CatalogueSource {
  return () => {
    const worker = start()
    const closed = new AbortController()
    const end = endOf(worker, clock, closed.signal)
    const door = wrap<CatalogueDoor>(worker)
    return {
      fetch: async <List extends Parameters<CatalogueDoor['fetch']>[1]>(
        list: List,
        language: string,
        signal: AbortSignal,
      ) => {
        const reply = await unlessAborted(Promise.race([door.fetch(options, list, language), end]), signal)
        if (!reply.ok) throw unpackError(reply.error)
        return reply.value as readonly ItemOf<List>[]
      },
      close: () => {
        closed.abort('closed')
        door[releaseProxy]()
        worker.terminate()
      },
    }
  }
}

/**
 * The names of resources and chapters, for a page. What is on this device is read here; to fetch, a worker is started that
 * imports `@waraq/engine/catalogue/worker`, and ended again.
 */
export function connectCatalogue(start: () => Worker, options: ConnectCatalogueOptions): Catalogue {
  const { contentRoot, relay, retry, clock = systemClock } = options
  return keepCatalogue(
    workerSource(start, { contentRoot: String(contentRoot), relay, retry }, clock),
    options,
  )
}
