import type { Callee } from '../link/protocol.ts'
import type { ContentStore } from '../read/content-store.ts'
import { answerRead, type ReadThrough } from '../read/read-through.ts'
import type { EngineCalls } from '../api/sync-engine.ts'
import type { EngineShape, RemoteCalls } from './protocol.ts'

/** What came across has no types; the page's were those of the very methods. */
type AnyCalls = Readonly<Record<keyof RemoteCalls, (...args: unknown[]) => Promise<unknown>>>

/** An engine as a page's calls find it: in its worker, or in the page itself where that may start none. */
export function serveEngine(engine: EngineCalls, openStore: () => ContentStore): Callee<EngineShape> {
  /** Reads what the engine writes. Opened with the first read. */
  let store: ContentStore | undefined

  const reads: Pick<ReadThrough, 'read'> = {
    read: (request) => answerRead((store ??= openStore()), request),
  }

  return {
    call(method, args) {
      const callee = (method === 'read' ? reads : engine) as unknown as AnyCalls
      return callee[method](...args) as Promise<never>
    },
    watch: (status, problem) => engine.watch(status, problem),
    async close() {
      try {
        await engine.close()
      } finally {
        store?.close()
      }
    },
  }
}
