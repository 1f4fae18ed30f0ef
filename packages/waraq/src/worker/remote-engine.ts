import { isWaraqError, type WaraqError } from '@waraq/protocol'
import { Connection } from '../link/connection.ts'
import type { Method } from '../link/protocol.ts'
import type { WorkerSource } from '../link/settings.ts'
import type { ScheduleOptions } from '../sync/schedule/settings.ts'
import { watchProblem } from '../sync/status/problem.ts'
import { beginsSession, noteSession } from './browser-session.ts'
import type { ConnectedEngine, RemoteSettings } from './options.ts'
import { engineProtocol, type EngineShape, type RemoteCalls } from './protocol.ts'
import { afterLoss } from './restart-policy.ts'

/** Milliseconds after which a failed setting is sent again: the first delay, and the longest. */
const reportAgainMs = { first: 1_000, most: 60_000 }

/** Whether a refused setting stays pending: another try may help, or another try after a person has made room. */
const mayPass = ({ retryable, code }: WaraqError) => retryable || code === 'quota_exceeded'

/** A setting of the application. The page sends it again until a worker has accepted it. */
type PageSetting = {
  readonly [M in 'subscribe' | 'setSubscriptions' | 'unsubscribe' | 'startAutoSync']: readonly [
    M,
    Parameters<RemoteCalls[M]>,
  ]
}['subscribe' | 'setSubscriptions' | 'unsubscribe' | 'startAutoSync']

/** Whether the setting concerns the application's subscriptions, and not those that a person chose. */
function isOfApp([method, args]: PageSetting): boolean {
  if (method === 'startAutoSync') return false
  return method === 'setSubscriptions' || args[1]?.owner !== 'person'
}

/** Each method of the protocol as a call of the worker. */
function callsThrough(connection: EngineConnection): RemoteCalls {
  const calls: Record<string, (...args: never) => Promise<unknown>> = {}
  for (const name of Object.keys(engineProtocol.methods) as Method<EngineShape>[])
    calls[name] = (...args) => connection.call(name, args)
  return calls as unknown as RemoteCalls
}

/**
 * The engine of a worker, and of the next worker after a loss. Without a source, calls stay pending until the page runs in a
 * browser.
 */
export function remoteEngine(source: WorkerSource | undefined, settings: RemoteSettings): ConnectedEngine {
  const { options, fallback, clock, session, watchTriggers } = settings
  const { name, freshness } = options
  const began = clock.now()
  /** Options of automatic syncs, if the application requested them. Each new worker receives them again. */
  let keeping: ScheduleOptions | undefined
  /** Settings that no worker has accepted yet, in the order in which the page made them. */
  const needed = new Set<PageSetting>()
  /** Settings whose callers still wait. */
  const asked = new Set<PageSetting>()
  let isTelling = false
  /** Aborted when there is no longer a reason to wait before the next try. */
  let waiting = new AbortController()
  const closing = new AbortController()
  /** Sent again to each new worker. */
  let isEvicted = false
  let endTriggers: (() => void) | undefined

  const connection: EngineConnection = source
    ? new Connection({
        source,
        settings,
        afterLoss,
        // Loaded only when needed: a page with a worker does not have to load the store.
        fallback: fallback && (async () => (await import('./serve-here.ts')).serveHere(await fallback())),
        onOpen: (link) => {
          if (isEvicted) link.call('noteEviction', [true]).catch(() => undefined)
          if (keeping && ![...needed].some(([method]) => method === 'startAutoSync'))
            needed.add(['startAutoSync', [keeping]])
          tellAtOnce()
        },
      })
    : waitingConnection
  const calls = callsThrough(connection)

  async function tell(setting: PageSetting): Promise<unknown> {
    const [method, args] = setting
    try {
      const answer = await connection.call(method, args as never)
      needed.delete(setting)
      if (method === 'startAutoSync') void beginSession()
      return answer
    } catch (error) {
      if (isWaraqError(error) && !mayPass(error)) needed.delete(setting)
      throw error
    }
  }

  /** Rejects if the setting fails. It then stays in `needed` if another try may help. */
  async function setting(...made: PageSetting): Promise<unknown> {
    // Only this setting determines the application's subscriptions from now on.
    if (made[0] === 'setSubscriptions') for (const each of needed) if (isOfApp(each)) needed.delete(each)
    needed.add(made)
    asked.add(made)
    try {
      return await tell(made)
    } finally {
      asked.delete(made)
      void reportNeeded()
    }
  }

  async function reportNeeded(): Promise<void> {
    if (isTelling) return
    isTelling = true
    const left = () => [...needed].filter((each) => !asked.has(each))
    for (let ms = reportAgainMs.first; left().length > 0 && !closing.signal.aborted;) {
      try {
        for (const each of left()) await tell(each)
      } catch (error) {
        await clock.sleep(ms, AbortSignal.any([closing.signal, waiting.signal])).catch(() => undefined)
        // If another tab holds the database, the call has already waited for it, and it may be free at any moment.
        const isHeld = isWaraqError(error) && error.code === 'storage_blocked'
        ms = isHeld ? reportAgainMs.first : Math.min(ms * 2, reportAgainMs.most)
      }
    }
    isTelling = false
  }

  /** Ends the wait before the next try, because a worker has started or a person requests a sync. */
  function tellAtOnce(): void {
    waiting.abort('at once')
    waiting = new AbortController()
    void reportNeeded()
  }

  /** The first page of a browser session checks the service, however fresh the content is. */
  async function beginSession(): Promise<void> {
    if (!session) return
    const isPartOfOne = !(await beginsSession(session, name, began))
    if (isPartOfOne || (await engine.wake('session')).result !== 'failed') noteSession(session, name)
  }

  const engine: ConnectedEngine = {
    ...calls,
    library: { name, freshness },
    subscribe: (...args) => setting('subscribe', args) as ReturnType<RemoteCalls['subscribe']>,
    setSubscriptions: (...args) =>
      setting('setSubscriptions', args) as ReturnType<RemoteCalls['setSubscriptions']>,
    unsubscribe: (...args) => setting('unsubscribe', args) as ReturnType<RemoteCalls['unsubscribe']>,
    async startAutoSync(given = {}) {
      // A worker cannot detect that the page is visible again.
      if (source) endTriggers ??= watchTriggers?.((kind) => void engine.wake(kind))
      const before = keeping
      keeping ??= given
      try {
        await setting('startAutoSync', [given])
      } catch (error) {
        if (isWaraqError(error) && !mayPass(error)) keeping = before
        throw error
      }
    },
    wake: (...given) => calls.wake(...given).catch((error: unknown) => ({ result: 'failed', error })),
    sync(...args) {
      // The caller may have fixed the cause, such as made room.
      tellAtOnce()
      return calls.sync(...args)
    },
    watch: (...listeners) => connection.watch(...listeners),
    onProblem: (listener) => watchProblem(engine, clock, listener, () => connection.nextTryAt),
    noteEviction(evicted) {
      isEvicted = evicted
      return calls.noteEviction(evicted)
    },
    close() {
      endTriggers?.()
      closing.abort('closed')
      return connection.close()
    },
  }
  return engine
}

/** The part of a connection that an engine uses. */
type EngineConnection = Pick<Connection<EngineShape>, 'call' | 'watch' | 'nextTryAt' | 'close'>

/**
 * Connection of a page that a server renders. There is no status there, and nothing has failed: calls settle only in the
 * browser, where the page connects again.
 */
const waitingConnection: EngineConnection = {
  call: () => new Promise(() => undefined),
  watch: () => () => undefined,
  nextTryAt: null,
  close: async () => undefined,
}
