import { ownSearchWorker, ownWorker } from '#own-worker'
import { checkGroups, parseFilter, WaraqError } from '@waraq/protocol'
import type { RelayOption } from '../client/content-access.ts'
import { absoluteAddress } from '../client/content-root.ts'
import { checkRef, type RefTo } from '../quran/readers/arguments.ts'
import type { Query } from '../quran/readers/query.ts'
import type { ConnectSearchOptions } from '../search/remote/options.ts'
import type { Search } from '../search/search.ts'
import type { FreshnessOption } from '../store/freshness.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import { openContentStore } from '../store/read/open-content-store.ts'
import type { SyncReport } from '../sync/run/report.ts'
import type { ScheduleOptions } from '../sync/schedule/settings.ts'
import type { Problem } from '../sync/status/problem.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import type { UserData } from '../user/api.ts'
import type { UserQuery } from '../user/view/answered.ts'
import { connectSyncEngine } from '../worker/connect.ts'
import type { ConnectedEngine, ConnectOptions } from '../worker/options.ts'
import { liveAnswers, watchable, type LiveAnswers, type Watchable } from './answers.ts'
import { beginOf, beginOfUser, beginOnce } from './begin.ts'
import { Credits } from './credits.ts'
import { liveQueries, type Begin } from './live-queries.ts'
import { OpenedOnce } from './opened-once.ts'
import { watched } from './watched.ts'

export interface WaraqOptions extends Omit<ConnectOptions, 'contentRoot' | 'relay'> {
  /**
   * Where the application's server answers: a path on the page's origin, or an address. `waraqServer` of `@waraq/relay` serves it,
   * and `waraq/vite` while you develop. Content is asked for at `content` below it, a person's data at `user`. Default `/waraq`.
   */
  readonly endpoint?: string | URL | undefined
  /**
   * What everybody who uses the application has, as filters such as `translations:20`. What an earlier version of it asked for and is
   * not among these is dropped. What a person added stays.
   */
  readonly content?: readonly string[] | undefined
  /** Root of the content API, where it is not below the endpoint. With `relay`. */
  readonly contentRoot?: string | URL | undefined
  /** Where tokens or content come from, in the endpoint's place. */
  readonly relay?: RelayOption | undefined
  /** Makes the worker, whose file imports `waraq/worker`. Default: the library's own. */
  readonly worker?: (() => Worker) | undefined
  /** Makes the worker of the search, whose file imports `waraq/search-worker`. Default: the library's own. */
  readonly searchWorker?: (() => Worker) | undefined
  /**
   * What becomes of content that no sync has confirmed for long. Default `terms`, what the service's terms ask for: after seven days it
   * is hidden until a sync confirms it, and `problem` says so. `{ policy: 'tell' }` goes on showing it.
   */
  readonly freshness?: FreshnessOption | undefined
  /** Language of names and credits, such as `ur`. Default `en`. */
  readonly language?: string | undefined
  /** Whether people sign in at `user` below the endpoint. Default false: what a person keeps stays on this device. */
  readonly accounts?: boolean | undefined
  /** How often content is made current. */
  readonly autoSync?: ScheduleOptions | undefined
}

/** A query of content, or of a person's own data. */
export type AppQuery<T> = Query<T> | UserQuery<T>

/** An application's library, what a person keeps of their own, and the syncs that keep both current. */
export interface Waraq {
  /** The answer now, by what is on this device. */
  query<T>(query: AppQuery<T>): Promise<T>
  /** The answer, renewed with each change, here or in another tab. */
  live<T>(query: AppQuery<T>): LiveAnswers<T>
  /** Keeps a resource that a person chose, such as `translations:131`, from now on. It is fetched at once. Returns the filter. */
  add(filter: string): Promise<string>
  /** Drops what a person added. What the application itself keeps stays. */
  remove(filter: string): Promise<void>
  /** Makes everything current now; nobody has to call it. */
  sync(): Promise<SyncReport>
  /** What is here, what comes and when. Undefined until it is known. */
  readonly status: Watchable<EngineStatus | undefined>
  /** What is wrong, and what to do about it. */
  readonly problem: Watchable<Problem | null>
  /** The line that credits a text and its author, to be shown with it. Empty until it is known; this device keeps it. */
  attribution(ref: RefTo<string>): Watchable<string>
  /** What a person keeps: favorites, collections, notes and more. Its code is loaded with the first call. */
  user(): Promise<UserData>
  /**
   * Search in the texts on this device: translations, and with `choose('all')` the Arabic, tafsirs and articles. Its worker starts and
   * its index is made with the first call.
   */
  search(): Promise<Search>
  /** The parts that this is made of, for what has no call here. */
  readonly engine: ConnectedEngine
  readonly store: ContentStore
  close(): Promise<void>
}

/**
 * The library of an application: makes the worker that syncs, opens the store that reads, keeps `content` on the device and current.
 * Call it once, where the application starts. On a server it makes nothing: live queries are pending there, and calls reject with
 * `browser_only`.
 * @throws {WaraqError} `invalid_filter`, `invalid_option`
 */
export function createWaraq(options: WaraqOptions = {}): Waraq {
  return new Application(options)
}

const isBrowser = () => typeof document !== 'undefined'
const never = () => () => undefined

/** @throws {WaraqError} `browser_only` */
function checkBrowser(): void {
  if (isBrowser()) return
  throw new WaraqError({
    code: 'browser_only',
    message:
      'The library is in the browser, and this is a server. Call it where only the browser comes, such as after mounting.',
  })
}

class Application implements Waraq {
  readonly engine: ConnectedEngine
  readonly store: ContentStore
  readonly status: Waraq['status']
  readonly problem: Waraq['problem']
  readonly #credits: Credits
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
      ...rest
    } = options
    for (const filter of content) checkGroups(parseFilter(filter))
    const root = absoluteAddress(endpoint).replace(/\/+$/, '')
    const { contentRoot = `${root}/content`, relay = { proxy: `${root}/content` }, ...connect } = rest
    this.#userRoot = accounts ? `${root}/user` : undefined
    this.#searchWorker = searchWorker
    this.#searched = { name: connect.name, freshness }
    this.engine = connectSyncEngine(worker, { ...connect, contentRoot, relay, freshness })
    this.store = openContentStore({ engine: this.engine })
    this.#credits = new Credits({ engine: this.engine, language })
    const { status, problem } = watched(this.engine)
    this.status = watchable(status)
    this.problem = watchable(problem)
    // The page holds both until a worker has noted them; `problem` tells why none does.
    this.engine.setSubscriptions(content).catch(() => undefined)
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
    return this.engine.subscribe(filter, { owner: 'person' })
  }

  async remove(filter: string): Promise<void> {
    checkBrowser()
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
    const [{ openUserData }, { userFeed }] = await Promise.all([
      import('../user/user-data.ts'),
      import('../user/deliver/open-feed.ts'),
    ])
    const root = this.#userRoot
    return openUserData(root === undefined ? {} : { root, feed: userFeed })
  }

  async #openSearch(): Promise<Search> {
    checkBrowser()
    const { connectSearch } = await import('../search/connect-search.ts')
    return connectSearch(this.#searchWorker, this.#searched)
  }

  async close(): Promise<void> {
    await Promise.all([this.#user.close(), this.#search.close()])
    this.#credits.close()
    this.store.close()
    await this.engine.close()
  }
}
