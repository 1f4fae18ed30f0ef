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

/** Milliseconds after which a setting that failed is told again, for the first time and at most. */
const tellAgainMs = { first: 1_000, most: 60_000 }

/** Whether a setting that was refused stays one: another try may help, or another try after a person has made room. */
const mayPass = ({ retryable, code }: WaraqError) => retryable || code === 'quota_exceeded'

/** What the application wants from now on. The page tells it again until a worker has noted it. */
type PageSetting = {
  readonly [M in 'subscribe' | 'setSubscriptions' | 'unsubscribe' | 'startAutoSync']: readonly [
    M,
    Parameters<RemoteCalls[M]>,
  ]
}['subscribe' | 'setSubscriptions' | 'unsubscribe' | 'startAutoSync']

/** Whether it is about the subscriptions of the application, and not about what a person chose. */
function isOfApp([method, args]: PageSetting): boolean {
  if (method === 'startAutoSync') return false
  return method === 'setSubscriptions' || args[1]?.owner !== 'person'
}

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
  const began = clock.now()
  /** The application asked for syncs that come by themselves: each worker is told anew. */
  let keeping: ScheduleOptions | undefined
  /** What the page has set and no worker has noted yet, in that order. */
  const needed = new Set<PageSetting>()
  /** Those whose callers still wait. */
  const asked = new Set<PageSetting>()
  let isTelling = false
  /** Aborted when waiting before the next try makes no sense any more. */
  let waiting = new AbortController()
  const closing = new AbortController()
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

  /** The caller hears of a failure. What it wanted stays needed, where another try may help. */
  async function setting(...made: PageSetting): Promise<unknown> {
    // What the application keeps from now on is told by this one alone.
    if (made[0] === 'setSubscriptions') for (const each of needed) if (isOfApp(each)) needed.delete(each)
    needed.add(made)
    asked.add(made)
    try {
      return await tell(made)
    } finally {
      asked.delete(made)
      void tellNeeded()
    }
  }

  async function tellNeeded(): Promise<void> {
    if (isTelling) return
    isTelling = true
    const left = () => [...needed].filter((each) => !asked.has(each))
    for (let ms = tellAgainMs.first; left().length > 0 && !closing.signal.aborted;) {
      try {
        for (const each of left()) await tell(each)
      } catch (error) {
        await clock.sleep(ms, AbortSignal.any([closing.signal, waiting.signal])).catch(() => undefined)
        // A database that another tab holds was waited for already, and may be free in the next moment.
        const isHeld = isWaraqError(error) && error.code === 'storage_blocked'
        ms = isHeld ? tellAgainMs.first : Math.min(ms * 2, tellAgainMs.most)
      }
    }
    isTelling = false
  }

  /** Where a worker has started, or a person asks: no wait goes on. */
  function tellAtOnce(): void {
    waiting.abort('at once')
    waiting = new AbortController()
    void tellNeeded()
  }

  /** The first page of a browser session asks the service, however young content is. */
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
      // A worker cannot see that the page is looked at again.
      if (source) endWakes ??= watchWakes?.((kind) => void engine.wake(kind))
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
      // Who asks has mended something, such as made room.
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
      endWakes?.()
      closing.abort('closed')
      return connection.close()
    },
  }
  return engine
}

/** As much of a connection as an engine uses of it. */
type EngineConnection = Pick<Connection<EngineShape>, 'call' | 'watch' | 'nextTryAt' | 'close'>

/**
 * The connection of a page that a server renders. Nothing is known there, and nothing has failed: calls settle in the
 * browser only, where the page connects again.
 */
const waitingConnection: EngineConnection = {
  call: () => new Promise(() => undefined),
  watch: () => () => undefined,
  nextTryAt: null,
  close: async () => undefined,
}
