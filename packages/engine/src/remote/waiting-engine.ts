import type { ConnectedEngine } from './options.ts'
import type { RemoteEngineOptions } from './protocol.ts'

const never = () => new Promise<never>(() => undefined)

/**
 * The engine of a page that a server renders. Its calls stay pending, because nothing is known there and nothing has failed.
 * In the browser the page connects again.
 */
export function waitingEngine({ name, freshness }: RemoteEngineOptions): ConnectedEngine {
  return {
    library: { name, freshness },
    subscribe: never,
    keep: never,
    unsubscribe: never,
    sync: never,
    keepCurrent: never,
    pause: never,
    resume: never,
    wake: never,
    status: never,
    droppable: never,
    watch: () => () => undefined,
    onProblem: () => () => undefined,
    noteEviction: never,
    resync: never,
    verify: never,
    available: never,
    listNames: never,
    read: never,
    close: async () => undefined,
  }
}
