import { createSandbox, type FaultEffect, type Sandbox } from '@waraq/sandbox'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { onTestFinished } from 'vitest'
import { createSyncEngine } from '../../sync/engine/create-sync-engine.ts'
import type { SyncEngineOptions } from '../../sync/engine/options.ts'
import { openCatalogue } from './open-catalogue.ts'
import type { Catalogue } from './catalogue.ts'

interface Extra extends Pick<SyncEngineOptions, 'clock' | 'indexedDB' | 'IDBKeyRange'> {
  readonly language?: string
}

/** A device with a service: catalogues on one in-memory IndexedDB against the real sandbox. */
export interface CatalogueBench {
  readonly sandbox: Sandbox
  readonly indexedDB: IDBFactory
  open(extra?: Extra): Catalogue
  /** Every request for names meets this fault from now on; with `list`, those for that list. */
  fail(effect: FaultEffect, list?: string): void
  /** Lists asked for since the last call, as the ends of their paths. */
  asked(): string[]
}

export function catalogueBench(): CatalogueBench {
  const sandbox = createSandbox({ content: 'small' })
  const indexedDB = new IDBFactory()
  const options: SyncEngineOptions = {
    contentRoot: 'http://127.0.0.1/content',
    tokens: { get: () => sandbox.accessToken() },
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    retry: { attempts: 1 },
    indexedDB,
    IDBKeyRange,
  }
  return {
    sandbox,
    indexedDB,
    open({ language, ...extra } = {}) {
      const engine = createSyncEngine({ ...options, ...extra })
      const catalogue = openCatalogue({ engine, language })
      onTestFinished(async () => {
        catalogue.close()
        await engine.close()
      })
      return catalogue
    },
    fail(effect, list = 'catalogue') {
      const path = list === 'catalogue' ? list : { pattern: `/${list}$` }
      sandbox.fault({ match: { path }, effect, times: null })
    },
    asked() {
      const paths = sandbox.requests.map(({ path }) => path.split('/').at(-1)!)
      sandbox.clearRequests()
      return paths.sort()
    },
  }
}
