import type { Callee, Handlers } from '../link/protocol.ts'
import type { ContentStore } from '../read/content-store.ts'
import { answerRead } from '../read/read-through.ts'
import type { EngineCalls } from '../api/sync-engine.ts'
import type { EngineShape } from './protocol.ts'

/** Answers a page's calls with an engine: in the worker, or in the page itself where no worker can be started. */
export function serveEngine(
  engine: EngineCalls,
  openStore: () => Promise<ContentStore>,
): Callee<EngineShape> {
  /** A store on the engine's library. Opened with the first read; where that failed, the next read opens it. */
  let opening: Promise<ContentStore> | undefined
  const store = () => {
    opening ??= openStore().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  const handlers: Handlers<EngineShape> = {
    subscribe: ({ filter, ...options }) => engine.subscribe(filter, options),
    keep: ({ filters, ...options }) => engine.keep(filters, options),
    unsubscribe: ({ filter }) => engine.unsubscribe(filter),
    sync: (input, extras) => engine.sync({ ...input, ...extras }),
    keepCurrent: (options) => engine.keepCurrent(options),
    pause: () => engine.pause(),
    resume: () => engine.resume(),
    wake: ({ kind }, extras) => engine.wake(kind, extras),
    status: () => engine.status(),
    droppable: () => engine.droppable(),
    noteEviction: ({ evicted }) => engine.noteEviction(evicted),
    resync: ({ filter, ...input }, extras) => engine.resync(filter, { ...input, ...extras }),
    verify: ({ ref }, { signal }) => engine.verify(ref, { signal }),
    available: (_, { signal }) => engine.available({ signal }),
    listNames: ({ list, language }, { signal }) => engine.listNames(list, language, { signal }),
    read: async (request) => answerRead(await store(), request),
  }

  return {
    call: (method, input, extras = {}) => handlers[method](input, extras),
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
