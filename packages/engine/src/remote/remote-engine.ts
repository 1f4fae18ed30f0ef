import { Connection } from '../link/connection.ts'
import type { Link } from '../link/link.ts'
import type { Method } from '../link/protocol.ts'
import type { WorkerSource } from '../link/settings.ts'
import type { ScheduleOptions } from '../schedule/settings.ts'
import { watchProblem } from '../status/problem.ts'
import { beginsSession, noteSession } from './browser-session.ts'
import type { ConnectedEngine, RemoteSettings } from './options.ts'
import { engineProtocol, type EngineShape, type RemoteCalls } from './protocol.ts'
import { afterLoss } from './restart-policy.ts'
import { waitingConnection, type EngineConnection } from './waiting-connection.ts'

/** Milliseconds after which a new worker that could not resume `keepCurrent` is asked again. */
const keepAgainMs = 60_000

/** Each method of the table as a call of the worker. */
function callsThrough(connection: EngineConnection): RemoteCalls {
  const calls: Record<string, (...args: never) => Promise<unknown>> = {}
  for (const name of Object.keys(engineProtocol.methods) as Method<EngineShape>[])
    calls[name] = (...args) => connection.call(name, args)
  return calls as unknown as RemoteCalls
}

/** The engine of a worker, and of the next one after that was lost. Without a source it waits for a browser. */
export function remoteEngine(source: WorkerSource | undefined, settings: RemoteSettings): ConnectedEngine {
  const { options, fallback, clock, session, watchWakes } = settings
  const { name, freshness } = options
  /** The application asked for syncs that come by themselves: each worker is told anew. */
  let keeping: ScheduleOptions | undefined
  /** Each worker is told anew. */
  let isEvicted = false
  let endWakes: (() => void) | undefined

  const connection: EngineConnection = source
    ? new Connection({
        source,
        settings,
        afterLoss,
        // Loaded only then: a page with a worker need not carry the store.
        fallback: fallback && (async () => (await import('./serve-here.ts')).serveHere(await fallback())),
        onOpen: (link) => {
          if (isEvicted) link.call('noteEviction', [true]).catch(() => undefined)
          void goOnKeeping(link)
        },
      })
    : waitingConnection
  const calls = callsThrough(connection)

  /** No caller asked this worker, so none would hear that it refused: it is asked until it does. */
  async function goOnKeeping(link: Link<EngineShape>): Promise<void> {
    while (keeping && !link.over.aborted) {
      try {
        return await link.call('keepCurrent', [keeping])
      } catch {
        await clock.sleep(keepAgainMs, link.over).catch(() => undefined)
      }
    }
  }

  /** The first page of a browser session asks the service, however young content is. */
  async function beginSession(): Promise<void> {
    if (!session) return
    const isPartOfOne = !(await beginsSession(session, name))
    if (isPartOfOne || (await engine.wake('session')).result !== 'failed') noteSession(session, name)
  }

  const engine: ConnectedEngine = {
    ...calls,
    library: { name, freshness },
    async keepCurrent(given = {}) {
      await calls.keepCurrent(given)
      keeping ??= given
      // A worker cannot see that the page is looked at again.
      endWakes ??= watchWakes?.((kind) => void engine.wake(kind))
      void beginSession()
    },
    wake: (...given) => calls.wake(...given).catch((error: unknown) => ({ result: 'failed', error })),
    watch: (...listeners) => connection.watch(...listeners),
    onProblem: (listener) => watchProblem(engine, clock, listener, () => connection.nextTryAt),
    noteEviction(evicted) {
      isEvicted = evicted
      return calls.noteEviction(evicted)
    },
    close() {
      endWakes?.()
      return connection.close()
    },
  }
  return engine
}
