import type { Callee } from '../link/protocol.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import { answerRead, type ReadThrough } from '../store/read/read-through.ts'
import type { EngineCalls } from '../sync/api/sync-engine.ts'
import type { EngineShape, RemoteCalls } from './protocol.ts'

/** Messages across the link have no types. The page typed its call by the method itself. */
type AnyCalls = Readonly<Record<keyof RemoteCalls, (...args: unknown[]) => Promise<unknown>>>

/** Answers a page's calls with an engine: in the worker, or in the page itself if no worker can be started. */
export function serveEngine(
  engine: EngineCalls,
  openStore: () => Promise<ContentStore>,
): Callee<EngineShape> {
  /** A store on the engine's library. The first read opens it; if that failed, the next read opens it. */
  let opening: Promise<ContentStore> | undefined
  const store = () => {
    opening ??= openStore().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  const reads: Pick<ReadThrough, 'read'> = {
    read: async (request) => answerRead(await store(), request),
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
        const opened = await opening?.catch(() => undefined)
        opened?.close()
      }
    },
  }
}
