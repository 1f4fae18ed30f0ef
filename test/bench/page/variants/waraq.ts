import { resourceKey } from '@waraq/protocol'
import { createSyncEngine, type SyncEngine, type SyncReport } from 'waraq'
import type { LoadTimes, Source } from '../protocol.ts'
import { expectRows } from './row-store.ts'
import type { Client, Library, Variant } from './variant.ts'
import { openLibrary } from './waraq-library.ts'

/** Snapshots may be this long: the largest generated one has 280 MB. */
const maxSnapshotBytes = 2 ** 30

function expectCurrent(report: SyncReport): void {
  if (report.outcome === 'current') return
  const [run] = report.runs
  const error = run?.error ?? run?.needed[0]?.error
  throw new Error(`the run ended ${report.outcome}: ${error?.message ?? 'no error'}`)
}

/** The engine at work on one resource, wherever it runs. */
export class EngineClient implements Client {
  readonly #source: Source
  readonly #engine: SyncEngine
  readonly #library: Library
  /** When the snapshot's request went out, where that can be seen. */
  readonly #requestedAt: () => number | undefined

  private constructor(
    source: Source,
    engine: SyncEngine,
    library: Library,
    requestedAt: () => number | undefined,
  ) {
    this.#source = source
    this.#engine = engine
    this.#library = library
    this.#requestedAt = requestedAt
  }

  static async connect(
    source: Source,
    name: string,
    engine: SyncEngine,
    requestedAt: () => number | undefined = () => undefined,
  ): Promise<EngineClient> {
    await engine.subscribe(resourceKey(source))
    return new EngineClient(source, engine, await openLibrary(source, name), requestedAt)
  }

  async load(): Promise<LoadTimes> {
    const began = performance.now()
    let reading: Promise<number> | undefined
    const read = async () => {
      await expectRows(this.#library, this.#source)
      return performance.now()
    }
    const report = await this.#engine.sync({
      // A bootstrap makes each resource readable as soon as it is whole, and says so.
      onProgress: ({ resource }) => {
        if (resource?.phase === 'done') reading ??= read()
      },
    })
    const wholeMs = performance.now() - began
    expectCurrent(report)
    const readable = await (reading ?? read())
    return { readableMs: readable - (this.#requestedAt() ?? began), wholeMs }
  }

  async replace(): Promise<void> {
    expectCurrent(await this.#engine.resync(resourceKey(this.#source)))
  }

  async follow(): Promise<void> {
    expectCurrent(await this.#engine.sync())
  }

  async close(): Promise<void> {
    await this.#library.close()
    await this.#engine.close()
  }
}

/** The engine in the very worker that measures. */
export const waraq: Variant = {
  open: openLibrary,
  connect(source, name) {
    const { contentRoot, token, clientId } = source
    let requestedAt: number | undefined
    const engine = createSyncEngine({
      name,
      contentRoot,
      maxSnapshotBytes,
      tokens: { get: () => Promise.resolve({ token, clientId, expiresAt: Infinity }) },
      fetch: (input, init) => {
        const url = input instanceof Request ? input.url : String(input)
        if (url.includes('/snapshots/')) requestedAt ??= performance.now()
        return fetch(input, init)
      },
    })
    return EngineClient.connect(source, name, engine, () => requestedAt)
  },
}
