import {
  askForBackgroundSync,
  pageMarks,
  pageStorage,
  Persistence,
  processLocks,
  readConditions,
  type Locks,
  type NavigatorParts,
} from '@waraq/browser'
import { ObservableValue, systemClock, type Clock } from '@waraq/client'
import { backendDoor, userRootsBelow, type UserDoor } from '@waraq/client/user'
import { WaraqError } from '@waraq/contract'
import type { HighlightColor, ReadingSlot } from '@waraq/contract/user'
import { AccountData } from './account-data.ts'
import { Accounts } from './accounts/accounts.ts'
import { Directory, type Account } from './accounts/directory.ts'
import { backendSession, type SessionDoor } from './accounts/session.ts'
import {
  checkColor,
  checkName,
  checkNote,
  checkReading,
  checkSetting,
  checkSlot,
  checkTarget,
  checkTime,
  checkVerse,
  noteLimitsOf,
  type NoteLimits,
  type Place,
  type Setting,
} from './arguments.ts'
import {
  bookmarkOf,
  collectionKeyed,
  favoritesKey,
  memberOf,
  noteKeyed,
  place,
  readingIn,
  settingOf,
  stretchOf,
  type NoteValue,
  type ReadingBookmark,
  type Target,
  type Value,
} from './model/entity.ts'
import { importInto, interrupted, type ImportOptions } from './import.ts'
import { checkFile } from './import-file.ts'
import { exportOf, type UserDataFile } from './portable.ts'
import { act, actsOfHighlight, eraseAll, isMoved, resolve, shownOf, type Act } from './store/acts.ts'
import type { UserDatabase } from './store/database.ts'
import { follow, onChange } from './store/follow.ts'
import type { UserData, UserDataOptions, UserObserver } from './api.ts'
import { answersOf, type UserQuery } from './view/queries.ts'
import type { ListName } from './model/listing.ts'
import type { WayName } from './model/records.ts'
import { isShown, onComeBack } from './deliver/come-back.ts'
import type { OpenableFeed } from './deliver/fed.ts'

/** Default tag of the browser's Background Sync. */
export const userDataTag = 'waraq-user'

/** Default of `leave`'s `withinMs`. */
const leaveWithinMs = 10_000

/** Opens what a person keeps on this device. Any number of tabs and workers may have it open. */
export function openUserData(options: UserDataOptions): UserData {
  return new OpenUserData(options)
}

class OpenUserData implements UserData {
  readonly #options: UserDataOptions
  readonly #clock: Clock
  readonly #accounts: Accounts
  /** The data that is shown. */
  readonly #shown = new ObservableValue<AccountData | undefined>(undefined)
  readonly #problem = new ObservableValue<WaraqError | undefined>(undefined)
  readonly #persisted = new ObservableValue<boolean | null>(null)
  readonly #persistence: Persistence
  readonly #opened: Promise<void>
  /** Lists that live queries follow, by how many do. */
  readonly #followed = new Map<ListName, number>()
  /** What ends each live query. */
  readonly #lives = new Set<() => void>()
  /** Rises with each `erase`: an import that has begun before it is over. */
  #erased = 0
  #isClosed = false
  readonly #ends: (() => void)[] = []

  constructor(options: UserDataOptions) {
    this.#options = options
    const { door, session } = doorsOf(options)
    const { name = 'waraq-user', clock = systemClock, random = Math.random } = options
    this.#clock = clock
    const { storage = pageStorage(), marks = pageMarks() } = options
    this.#persistence = new Persistence(
      storage,
      marks,
      () => clock.now(),
      (kept) => this.#persisted.set(kept),
    )
    void this.#persistence.look()
    const locks = locksOf(options)
    const directory = new Directory(name, options)
    const parts = {
      door,
      fetch: options.fetch,
      clock,
      random,
      locks,
      mushafId: options.mushafId ?? 1,
      feed: options.feed as OpenableFeed | undefined,
      way: wayOf(options),
      scope: () => this.#scope(),
      isReady: () => this.#isReady(),
      isShown,
      onProblem: (problem: WaraqError | undefined) => this.#met(problem),
    } as const
    const onSwitch = (account: Account, db: UserDatabase) => {
      const data = new AccountData(account, db, parts)
      const former = this.#shown.get()
      this.#shown.set(data)
      former?.close()
      this.#follow(data)
    }
    this.#accounts = new Accounts({ directory, session, locks, lock: `${name}:accounts`, clock, onSwitch })
    this.account = Object.assign(
      { get: this.#accounts.state.get, subscribe: this.#accounts.state.subscribe },
      {
        check: async () => {
          await this.#opened
          await this.#accounts.check()
          await this.#hurry()
        },
        enter: (how: { readonly take: boolean }) => this.#opened.then(() => this.#accounts.enter(how)),
        leave: (how: Parameters<UserData['account']['leave']>[0]) => this.#leave(how),
      },
    )
    this.#opened = this.#open(directory)
    // Each act and each read tells it; alone it is no unhandled rejection.
    this.#opened.catch(() => undefined)
  }

  readonly account: UserData['account']
  get problem() {
    return this.#problem
  }
  get persisted() {
    return this.#persisted
  }

  async #open(directory: Directory): Promise<void> {
    this.#ends.push(() => directory.close())
    await this.#accounts.open()
    this.#listen()
    // What waited for an account to sign in goes on.
    this.#ends.push(this.#accounts.state.subscribe(() => void this.#hurry()))
    void this.#accounts.check().catch(() => undefined)
  }

  /** What makes a try worth it: the network is back, or a person has come back. */
  #listen(): void {
    const again = () =>
      void this.#accounts.check().then(
        () => this.#hurry(),
        () => undefined,
      )
    this.#ends.push(onComeBack(again))
  }

  async #hurry(): Promise<void> {
    const data = this.#shown.get()
    if (!data || !this.#isReady()) return
    await data.delivery.hurry().catch(() => undefined)
    await data.refresh.ask([...this.#followed.keys()]).catch(() => undefined)
  }

  /** Notes that a live query shows these lists. Returns what ends that. */
  #showing(lists: readonly ListName[]): () => void {
    const count = (by: number) => {
      for (const name of lists) {
        const left = (this.#followed.get(name) ?? 0) + by
        if (left > 0) this.#followed.set(name, left)
        else this.#followed.delete(name)
      }
    }
    count(1)
    return () => count(-1)
  }

  /** Delivers what any tab writes. */
  #follow({ db, delivery }: AccountData): void {
    const end = follow({ name: db.name, tables: { wishes: 'all' } }, this.#clock, () => db.wishes.count(), {
      next: (count) => {
        if (count > 0) delivery.within(5_000)
      },
      error: () => undefined,
    })
    this.#ends.push(end)
  }

  /** Where there is no service to ask, it refuses nothing. */
  get #noteLimits(): NoteLimits {
    const { root, door } = this.#options
    return noteLimitsOf(root !== undefined || door !== undefined)
  }

  /** What the person has allowed; undefined while it is not known. */
  #scope(): string | undefined {
    const { session, scope } = this.#accounts.state.get()
    return session === 'signed_in' ? (scope ?? '') : undefined
  }

  #isReady(): boolean {
    const { session, account } = this.#accounts.state.get()
    const isMine = account !== null && (session === 'signed_in' || session === 'unknown')
    const navigator = this.#options.navigator ?? (globalThis as { navigator?: NavigatorParts }).navigator
    return !this.#isClosed && isMine && readConditions(navigator).online !== false
  }

  #met(problem: WaraqError | undefined): void {
    this.#problem.set(problem)
    if (problem?.code === 'unauthorized' || problem?.code === 'other_account')
      void this.#accounts.doubted().catch(() => undefined)
  }

  async #data(): Promise<AccountData> {
    await this.#opened
    const data = this.#shown.get()
    if (!data || this.#isClosed) throw closed()
    return data
  }

  #act(acts: (db: UserDatabase) => Promise<readonly Act[]>): Promise<void> {
    return this.#write(({ db }) => act(db, this.#clock.now(), () => acts(db)))
  }

  /** `write` is called again where another account's data has come in the place of what it got, unless `hasBegun` says otherwise. */
  async #write(write: (data: AccountData) => Promise<void>, hasBegun = () => false): Promise<void> {
    for (;;) {
      const data = await this.#data()
      try {
        await write(data)
        data.delivery.acted()
        break
      } catch (error) {
        if (hasBegun()) throw error
        // Another account's data comes in its place: the act belongs there.
        if (isMoved(error)) await this.#switched(data)
        else if (this.#isClosed || this.#shown.get() === data) throw error
      }
    }
    if (this.#options.persist !== 'never') void this.#persistence.contentIsHere()
    void this.#options.registration?.then(
      (registration) => askForBackgroundSync(registration, userDataTag),
      () => undefined,
    )
  }

  /** Resolves once other data than this is shown. */
  async #switched(data: AccountData): Promise<void> {
    while (!this.#isClosed && this.#shown.get() === data)
      await new Promise<void>((resolve) => {
        const end = this.#shown.subscribe(() => {
          end()
          resolve()
        })
        this.#ends.push(resolve)
      })
  }

  async star(verseKey: string, on = true): Promise<void> {
    await this.#member(favoritesKey, checkVerse(verseKey), on)
  }

  async highlight(verseKey: string, color: HighlightColor | null): Promise<void> {
    const target = checkVerse(verseKey)
    const checked = checkColor(color)
    if (!(await (await this.#data()).hasFeed())) throw needsFeed()
    await this.#act(async () => actsOfHighlight(target, checked))
  }

  #member(owner: string, target: Target, on: boolean): Promise<void> {
    return this.#act(async () => [{ entity: memberOf(owner, target), want: on ? true : null }])
  }

  /** A change of what must be there. */
  async #change(key: string, acts: (shown: Value) => readonly Act[]): Promise<void> {
    await this.#act(async (db) => {
      const shown = await shownOf(db, key)
      if (shown === null) throw notKept(key)
      return acts(shown)
    })
  }

  readonly collections: UserData['collections'] = {
    create: async (name) => {
      const key = newKey('collection')
      const want = { name: checkName(name) }
      await this.#act(async () => [{ entity: collectionKeyed(key), want }])
      return key
    },
    rename: async (key, name) => {
      const want = { name: checkName(name) }
      await this.#change(key, () => [{ entity: collectionKeyed(key), want }])
    },
    delete: (key) => this.#change(key, () => [{ entity: collectionKeyed(key), want: null }]),
    add: async (key, place) => {
      const entity = memberOf(key, checkTarget(place))
      await this.#change(key, () => [{ entity, want: true }])
    },
    remove: async (key, place) => this.#member(key, checkTarget(place), false),
  }

  readonly notes: UserData['notes'] = {
    limits: () => this.#noteLimits,
    write: async (note) => {
      const key = newKey('note')
      const want = checkNote(note, this.#noteLimits)
      await this.#act(async () => [{ entity: noteKeyed(key, want.ranges), want }])
      return key
    },
    edit: async (key, body) => {
      await this.#change(key, (shown) => {
        const { ranges } = shown as NoteValue
        return [{ entity: noteKeyed(key, ranges), want: checkNote({ body, ranges }, this.#noteLimits) }]
      })
    },
    delete: (key) =>
      this.#change(key, (shown) => [{ entity: noteKeyed(key, (shown as NoteValue).ranges), want: null }]),
  }

  async bookmark(place: Place, on = true): Promise<void> {
    const target = checkTarget(place)
    if (target.type === 'ayah') return this.#member(favoritesKey, target, on)
    await this.#act(async () => [{ entity: bookmarkOf(target), want: on ? true : null }])
  }

  async setReadingBookmark(
    place: Place | null,
    { slot = 1, name }: { readonly slot?: ReadingSlot; readonly name?: string | null } = {},
  ): Promise<void> {
    const entity = readingIn(checkSlot(slot))
    const { mushafId = 1 } = this.#options
    const placed = place === null ? null : checkReading(place, name, mushafId)
    if (slot !== 1 && !(await (await this.#data()).hasSlots())) throw needsSlots()
    await this.#act(async (db) => {
      if (!placed || name !== undefined) return [{ entity, want: placed }]
      const shown = (await shownOf(db, entity.key)) as ReadingBookmark | null
      return [{ entity, want: { ...placed, name: shown?.name ?? null } }]
    })
  }

  readonly place: UserData['place'] = {
    at: async (verseKey) => {
      const { key: chapter, verseNumber: verse = 1 } = checkVerse(verseKey)
      await this.#act(async () => [{ entity: place, want: { chapter, verse } }])
    },
  }

  readonly time: UserData['time'] = {
    read: async (stretch) => {
      const want = checkTime(stretch)
      const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
      const date = dayIn(zone, this.#clock.now())
      const entity = stretchOf({ date, zone, mushafId: this.#options.mushafId ?? 1 }, crypto.randomUUID())
      await this.#act(async () => [{ entity, want }])
    },
  }

  async set(setting: Setting): Promise<void> {
    const { group, key, value } = checkSetting(setting)
    await this.#act(async () => [{ entity: settingOf({ group, key }), want: { value } }])
  }

  async read<T>(query: UserQuery<T>): Promise<T> {
    return query.read((await this.#data()).db)
  }

  live<T>(query: UserQuery<T>): { subscribe(observer: UserObserver<T> | ((value: T) => void)): () => void } {
    return {
      subscribe: (observer) => {
        const { next, error } =
          typeof observer === 'function' ? { next: observer, error: undefined } : observer
        let endFollowing = () => undefined as void
        let current: AccountData | undefined
        const show = (data: AccountData | undefined) => {
          if (!data || data === current) return
          current = data
          endFollowing()
          const follower = onChange<T>({
            // An answer of an account that has left in the meantime is for no eyes.
            next: (value) => {
              if (this.#shown.get() === data) next(value)
            },
            error: (problem: unknown) => {
              if (this.#shown.get() === data) error?.(problem)
            },
          })
          endFollowing = follow(answersOf(data.db), this.#clock, () => query.read(data.db), follower)
          void data.refresh.ask(query.lists).catch(() => undefined)
        }
        const endShowing = this.#showing(query.lists)
        const end = this.#shown.watch(show)
        this.#opened.catch((problem: unknown) => error?.(problem))
        const endAll = () => {
          this.#lives.delete(endAll)
          end()
          endShowing()
          endFollowing()
        }
        this.#lives.add(endAll)
        return endAll
      },
    }
  }

  readonly outbox: UserData['outbox'] = {
    resolve: async (key, chosen) => {
      const { db, delivery } = await this.#data()
      if (chosen === 'both') await this.#keepBoth(db, key)
      await resolve(db, this.#clock.now(), key, chosen === 'both' ? 'drop' : chosen)
      delivery.acted()
    },
    deliver: async () => {
      const { db, delivery } = await this.#data()
      await db.meta.delete('pace')
      await delivery.turn()
    },
  }

  /** Makes a note of its own of the person's text. */
  async #keepBoth(db: UserDatabase, key: string): Promise<void> {
    const wish = await db.wishes.get(key)
    if (wish?.kind !== 'note' || !wish.held || wish.want === null) throw notKept(key)
    const want = wish.want as NoteValue
    await act(db, this.#clock.now(), async () => [{ entity: noteKeyed(newKey('note'), want.ranges), want }])
  }

  async #leave({
    waiting,
    withinMs = leaveWithinMs,
  }: Parameters<UserData['account']['leave']>[0]): ReturnType<UserData['account']['leave']> {
    const { account, db, delivery } = await this.#data()
    // What the device keeps of its own stays: another tab may have left the account a moment before.
    if (account === null) return { waiting: await db.wishes.count(), left: false }
    if (waiting === 'deliver') {
      const over = new AbortController()
      const deadline = this.#clock.sleep(withinMs, over.signal).catch(() => undefined)
      await db.meta.delete('pace')
      await Promise.race([delivery.turn(), deadline])
      over.abort('over')
    }
    const left = await db.wishes.count()
    if (waiting === 'deliver' && left > 0) return { waiting: left, left: false }
    await this.#accounts.leave({ keep: waiting === 'keep' && left > 0 })
    return { waiting: left, left: true }
  }

  async export(): Promise<UserDataFile> {
    return exportOf((await this.#data()).db)
  }

  async import(file: unknown, { signal, onProgress }: ImportOptions = {}): Promise<void> {
    const wanted = checkFile(file, this.#noteLimits, this.#clock.now())
    const erased = this.#erased
    let hasBegun = false
    await this.#write(
      async (data) => {
        const [hasFeed, hasSlots] = [await data.hasFeed(), await data.hasSlots()]
        const now = () => {
          // What another account has in its place is not for this file, nor what was erased since.
          if (this.#isClosed || (hasBegun && (this.#shown.get() !== data || erased !== this.#erased)))
            throw interrupted('what is kept here is of another account by now, or was erased')
          return this.#clock.now()
        }
        await importInto(data.db, wanted, {
          now,
          newKey,
          hasFeed,
          hasSlots,
          signal,
          onProgress: (progress) => {
            hasBegun = true
            data.delivery.acted()
            onProgress?.(progress)
          },
        })
      },
      () => hasBegun,
    )
  }

  async erase(): Promise<void> {
    this.#erased += 1
    const { account } = await this.#data()
    if (account !== null) await this.#accounts.leave({ keep: false })
    await this.#write(async ({ account: shown, db }) => {
      // Somebody has signed in since.
      if (shown === null) await eraseAll(db)
    })
    await this.#accounts.check()
  }

  async refresh(queries?: readonly UserQuery<unknown>[]): Promise<void> {
    const { db, refresh } = await this.#data()
    if (queries) return refresh.now(queries.flatMap(({ lists }) => lists))
    const all = await db.rows.where('kind').equals('collection').toArray()
    const collections = all.filter(({ value }) => value !== null)
    await refresh.now([
      'place',
      'favorites',
      'collections',
      ...collections.map(({ key }) => `members|${key}` as const),
      'notes',
      'bookmarks',
      'reading',
      'settings',
    ])
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#accounts.close()
    for (const end of [...this.#ends, ...this.#lives]) end()
    this.#shown.get()?.close()
  }
}

function wayOf({ way = 'auto', feed }: UserDataOptions): WayName | 'auto' {
  if (way !== 'feed' || feed) return way
  throw new WaraqError({
    code: 'invalid_option',
    message:
      "openUserData was given the way 'feed' without a feed. Give userFeed of @waraq/user-data/feed as well.",
    details: { option: 'feed' },
  })
}

function doorsOf({ root, door, session, fetch }: UserDataOptions) {
  if (root !== undefined) {
    const below = root.replace(/\/+$/, '')
    return {
      door: door ?? backendDoor({ root: userRootsBelow(below) }),
      session: session ?? backendSession(below, fetch),
    }
  }
  if (door && session) return { door, session }
  if (!door && !session) return { door: noDoor, session: noSession }
  throw new WaraqError({
    code: 'invalid_option',
    message:
      'openUserData was given a door without a session, or a session without a door. Give both, or a root, or none.',
    details: { option: door ? 'session' : 'door' },
  })
}

/** Without a backend all stays on this device: no account is ever there that could ask. */
const noSession: SessionDoor = {
  read: () => Promise.resolve({ signedIn: false }),
  signOut: () => Promise.resolve(),
}
const noDoor: UserDoor = {
  roots: { auth: '', quranReflect: '' },
  credentials: 'omit',
  headers: () => Promise.reject(closed()),
  renewed: () => undefined,
}

function locksOf({ locks, indexedDB }: UserDataOptions): Locks {
  const { navigator } = globalThis as { navigator?: { readonly locks?: LockManager } }
  return locks ?? navigator?.locks ?? processLocks(indexedDB ?? globalThis)
}

/** The date there, such as `2026-11-25`. */
function dayIn(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
}

/** No two devices make the same. */
function newKey(kind: 'collection' | 'note'): string {
  return `${kind}|new:${crypto.randomUUID()}`
}

function closed(): WaraqError {
  return new WaraqError({ code: 'store_closed', message: 'The user data was closed. Open it again.' })
}

function needsFeed(): WaraqError {
  return new WaraqError({
    code: 'insufficient_scope',
    message:
      'Highlights go by the feed of user data alone, and this account has not allowed it. Nothing was kept. Have the client approved for the scope sync, let the user sign in with it, and give openUserData the feed.',
    details: { scope: 'sync' },
  })
}

function needsSlots(): WaraqError {
  return new WaraqError({
    code: 'insufficient_scope',
    message:
      'This account has one reading bookmark: others go by the feed of user data alone, and it is not the way, or does not know them. Nothing was kept. Use slot 1; for others have the client approved for the scope sync, and let the user sign in with it.',
    details: { scope: 'sync' },
  })
}

function notKept(key: string): WaraqError {
  return new WaraqError({
    code: 'not_found',
    message: `There is no ${key.split('|', 1)[0]!} of this key on this device. It may have been deleted; look again.`,
  })
}
