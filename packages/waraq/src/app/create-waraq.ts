import { ownSearchWorker, ownWorker } from '#own-worker'
import type { RelayOption } from '../client/content-access.ts'
import { absoluteAddress } from '../client/content-root.ts'
import { checkRef, type RefTo } from '../quran/readers/arguments.ts'
import type { Query } from '../quran/readers/query.ts'
import type { ConnectSearchOptions } from '../search/remote/options.ts'
import type { Search } from '../search/search.ts'
import type { FreshnessOption } from '../store/freshness.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import { openContentStore } from '../store/read/open-content-store.ts'
import { filterToKeep } from '../store/subscriptions.ts'
import type { SyncReport } from '../sync/run/report.ts'
import { scheduleSettings, type ScheduleOptions } from '../sync/schedule/settings.ts'
import type { Problem } from '../sync/status/problem.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import type { UserData } from '../user/api.ts'
import type { UserQuery } from '../user/view/answered.ts'
import { connectSyncEngine } from '../worker/connect.ts'
import type { ConnectedEngine, ConnectOptions } from '../worker/options.ts'
import { liveAnswers, watchable, type LiveAnswers, type Watchable } from './answers.ts'
import { beginOf, beginOfUser, beginOnce } from './begin.ts'
import { Credits } from './credits.ts'
import { FirstDownloads, setFirstDownloads } from './first-downloads.ts'
import { liveQueries, type Begin } from './live-queries.ts'
import { browserOnly, engineOnServer, storeOnServer } from './on-server.ts'
import { OpenedOnce } from './opened-once.ts'
import { watched } from './watched.ts'

export interface WaraqOptions extends Omit<ConnectOptions, 'contentRoot' | 'relay'> {
  /**
   * The endpoint of the application's server: a path on the page's origin, or a URL. `waraqServer` of `@waraq/relay` serves it,
   * and `waraq/vite` during development. Content is requested at `content` below it, and a person's data at `user`. Default
   * `/waraq`.
   */
  readonly endpoint?: string | URL | undefined
  /**
   * The content for everybody who uses the application, as filters such as `translations:20`. Content that an earlier version
   * of the application requested and that is not in this list is removed. What a person added stays.
   */
  readonly content?: readonly string[] | undefined
  /**
   * `allow`: `content` and `add` accept groups that this version does not know, because the service may be newer. Default
   * `refuse`: such a group is a typing error.
   */
  readonly unknownGroups?: 'refuse' | 'allow' | undefined
  /** Root of the content API, if it is not below the endpoint. Use it with `relay`. */
  readonly contentRoot?: string | URL | undefined
  /** The source of tokens or content. Replaces the endpoint. */
  readonly relay?: RelayOption | undefined
  /** Creates the worker, from a file that imports `waraq/worker`. Default: the library's own worker. */
  readonly worker?: (() => Worker) | undefined
  /** Creates the worker of the search, from a file that imports `waraq/search-worker`. Default: the library's own worker. */
  readonly searchWorker?: (() => Worker) | undefined
  /**
   * What happens to content that no sync has confirmed for long. The default `terms` follows the service's terms: after seven
   * days the content is hidden until a sync confirms it, and `problem` reports this. `{ policy: 'tell' }` continues to show it.
   */
  readonly freshness?: FreshnessOption | undefined
  /** Language of names and credits, such as `ur`. Default `en`. */
  readonly language?: string | undefined
  /** Whether people sign in at `user` below the endpoint. Default false: a person's data stays on this device. */
  readonly accounts?: boolean | undefined
  /** How often content is synced: `everyMs` from one minute to six days. Default one hour. */
  readonly autoSync?: ScheduleOptions | undefined
}

/** A query of content, or of a person's own data. */
export type AppQuery<T> = Query<T> | UserQuery<T>

/** An application's content and a person's own data, with the syncs that keep both current. */
export interface Waraq {
  /** Resolves with the current result from the data on this device. */
  query<T>(query: AppQuery<T>): Promise<T>
  /**
   * A live query: emits the current result, and again after each change in any tab. It is pending as long as it finds nothing
   * and the first version of what it reads is still to come; `problem` reports what delays it.
   */
  live<T>(query: AppQuery<T>): LiveAnswers<T>
  /**
   * Adds a resource that a person chose, such as `translations:131`. It is fetched immediately and kept from now on. Resolves
   * with the filter.
   */
  add(filter: string): Promise<string>
  /**
   * Removes resources that a person added, also from a filter of several: `translations:97` from `translations:97,131`. What the
   * application itself keeps stays. Rejects with `invalid_filter` if the person added all resources of the group (`*`) and the
   * filter names some of them.
   */
  remove(filter: string): Promise<void>
  /** Syncs everything now. Calling it is optional. */
  sync(): Promise<SyncReport>
  /** The state of content and syncs: what is stored, what is still to come, and when. Undefined until it is known. */
  readonly status: Watchable<EngineStatus | undefined>
  /** The current problem, and what to do about it. */
  readonly problem: Watchable<Problem | null>
  /**
   * The line that credits a text and its author, to be shown with the text. Empty until it is known; it is stored on this
   * device.
   */
  attribution(ref: RefTo<string>): Watchable<string>
  /** A person's data: favorites, collections, notes and more. Its code is loaded with the first call. */
  user(): Promise<UserData>
  /**
   * Searches the texts on this device: translations, and with `choose('all')` also the Arabic text, tafsirs and articles. The
   * first call starts its worker and builds its index.
   */
  search(): Promise<Search>
  /** The underlying parts, for everything that has no method here. */
  readonly engine: ConnectedEngine
  readonly store: ContentStore
  close(): Promise<void>
}

/**
 * Creates the library of an application: starts the worker that syncs, opens the store that reads, and keeps `content` on the
 * device and current. Call it once, when the application starts. On a server it starts nothing: live queries are pending there,
 * and calls reject with `browser_only`.
 * @throws {WaraqError} `invalid_filter`, `invalid_option`
 */
export function createWaraq(options: WaraqOptions = {}): Waraq {
  return new Application(options)
}

const isBrowser = () => typeof document !== 'undefined'
const never = () => () => undefined

/** @throws {WaraqError} `browser_only` */
function checkBrowser(): void {
  if (!isBrowser()) throw browserOnly()
}

class Application implements Waraq {
  readonly engine: ConnectedEngine
  readonly store: ContentStore
  readonly status: Waraq['status']
  readonly problem: Waraq['problem']
  readonly #unknownGroups: WaraqOptions['unknownGroups']
  readonly #credits: Credits
  readonly #downloads: FirstDownloads
  readonly #name: string | undefined
  readonly #userRoot: string | undefined
  readonly #searchWorker: () => Worker
  readonly #searched: ConnectSearchOptions
  readonly #user = new OpenedOnce(() => this.#openUser())
  readonly #search = new OpenedOnce(() => this.#openSearch())

  constructor(options: WaraqOptions) {
    const {
      endpoint = '/waraq',
      content = [],
      worker = ownWorker,
      searchWorker = ownSearchWorker,
      accounts = false,
      freshness = 'terms',
      language,
      autoSync,
      unknownGroups,
      ...rest
    } = options
    const filters = content.map((filter) => filterToKeep(filter, { unknownGroups }))
    // The worker checks them, too, but later: nothing would be synced, and no caller would know.
    scheduleSettings(autoSync)
    this.#unknownGroups = unknownGroups
    const root = absoluteAddress(endpoint).replace(/\/+$/, '')
    const { contentRoot = `${root}/content`, relay = { proxy: `${root}/content` }, ...connect } = rest
    this.#name = connect.name
    this.#userRoot = accounts ? `${root}/user` : undefined
    this.#searchWorker = searchWorker
    this.#searched = { name: connect.name, freshness }
    const engine = connectSyncEngine(worker, { ...connect, contentRoot, relay, freshness })
    this.engine = isBrowser() ? engine : engineOnServer(engine)
    this.store = isBrowser() ? openContentStore({ engine }) : storeOnServer
    this.#credits = new Credits({ engine: this.engine, language })
    const { status, problem } = watched(this.engine)
    this.status = watchable(status)
    this.problem = watchable(problem)
    this.#downloads = new FirstDownloads(status)
    setFirstDownloads(this.store, this.#downloads)
    if (isBrowser()) this.#downloads.request(...filters.map((filter) => ({ filter, owner: 'app' as const })))
    // The page holds both until a worker has stored them. If no worker does, `problem` reports why.
    this.engine
      .setSubscriptions(content, ...(unknownGroups ? [{ unknownGroups }] : []))
      .catch(() => undefined)
    this.engine.startAutoSync(autoSync).catch(() => undefined)
  }

  async query<T>(query: AppQuery<T>): Promise<T> {
    checkBrowser()
    return typeof query === 'function' ? this.store.query(query) : (await this.user()).query(query)
  }

  live<T>(query: AppQuery<T>): LiveAnswers<T> {
    const { problem } = watched(this.engine)
    const isContent = typeof query === 'function'
    const begin: Begin<T> = isContent
      ? beginOf(this.store, query)
      : (observer) => beginOnce(this.user(), (user) => beginOfUser(user, query)(observer), observer.error)
    const asked = liveQueries(isContent ? this.store : this)
    return liveAnswers(asked, query.key, isBrowser() ? begin : never, problem)
  }

  async add(filter: string): Promise<string> {
    checkBrowser()
    const unknownGroups = this.#unknownGroups
    const desired = { filter: filterToKeep(filter, { unknownGroups }), owner: 'person' } as const
    this.#downloads.request(desired)
    try {
      return await this.engine.subscribe(filter, { owner: 'person', ...(unknownGroups && { unknownGroups }) })
    } catch (error) {
      this.#downloads.fail(desired)
      throw error
    }
  }

  async remove(filter: string): Promise<void> {
    checkBrowser()
    this.#downloads.remove(filter)
    return this.engine.unsubscribe(filter, { owner: 'person' })
  }

  async sync(): Promise<SyncReport> {
    checkBrowser()
    return this.engine.sync()
  }

  attribution(ref: RefTo<string>): Watchable<string> {
    return this.#credits.of(checkRef(ref))
  }

  user(): Promise<UserData> {
    return this.#user.get()
  }

  search(): Promise<Search> {
    return this.#search.get()
  }

  async #openUser(): Promise<UserData> {
    checkBrowser()
    const root = this.#userRoot
    const name = this.#name
    const [{ openUserData }, account] = await Promise.all([
      import('../user/user-data.ts'),
      // Without accounts, nothing is exchanged with a backend.
      root === undefined
        ? {}
        : import('../user/deliver/open-feed.ts').then(({ userFeed }) => ({ root, feed: userFeed })),
    ])
    return openUserData({ ...(name !== undefined && { name: `${name}-user` }), ...account })
  }

  async #openSearch(): Promise<Search> {
    checkBrowser()
    const { connectSearch } = await import('../search/connect-search.ts')
    return connectSearch(this.#searchWorker, this.#searched)
  }

  async close(): Promise<void> {
    await Promise.all([this.#user.close(), this.#search.close()])
    this.#credits.close()
    this.#downloads.close()
    this.store.close()
    await this.engine.close()
  }
}
