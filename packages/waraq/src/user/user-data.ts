import { askForBackgroundSync } from '../platform/background/register.ts'
import { pageMarks, pageStorage } from '../platform/storage/browser-parts.ts'
import { Persistence } from '../platform/storage/persistence.ts'
import { readConditions, type NavigatorLike } from '../platform/conditions.ts'
import { isShown, onComeBack } from '../platform/page-lifecycle.ts'
import { ObservableValue } from '../client/observable.ts'
import { systemClock, type Clock } from '../client/clock.ts'
import { WaraqError } from '@waraq/protocol'
import { AccountData } from './account-data.ts'
import { Accounts } from './accounts/accounts.ts'
import { AccountList, type Account } from './accounts/account-list.ts'
import { noteLimitsOf } from './arguments.ts'
import { importInto, interrupted, previewOf, type ImportOptions, type ImportPreview } from './import.ts'
import { checkFile } from './import-file.ts'
import { Mutations, newKey, type MutationDependencies } from './mutations.ts'
import { connectionsOf, locksOf, transportOf } from './options.ts'
import { exportOf, type UserDataFile } from './portable.ts'
import { Intents } from './store/intents.ts'
import { mutate, eraseAll, isMoved, resolve } from './store/mutate.ts'
import type { UserDatabase } from './store/database.ts'
import { follow, onChange } from './store/follow.ts'
import { dataLost, Repairs } from './store/repair.ts'
import { dataClosed, storageError } from './store/storage-error.ts'
import type { UserData, UserDataOptions, UserObserver } from './api.ts'
import { answersOf, type UserQuery } from './view/answered.ts'
import type { ListName } from './model/listing.ts'
import type { OpenableFeed } from './deliver/fed.ts'

/** Default tag of Background Sync. */
export const userDataTag = 'waraq-user'

const openAgainMs = 30_000
/** Milliseconds during which each newly opened page reports data that was lost. */
const reportedForMs = 24 * 3_600_000
/** Default of `signOut`'s `withinMs`. */
const signOutWithinMs = 10_000

/** Opens the user data on this device. Any number of tabs and workers may have it open. */
export function openUserData(options: UserDataOptions): UserData {
  return new OpenUserData(options)
}

class OpenUserData extends Mutations implements UserData {
  readonly #options: UserDataOptions
  readonly #clock: Clock
  readonly #accounts: Accounts
  /** The data of the current account. */
  readonly #shown = new ObservableValue<AccountData | undefined>(undefined)
  readonly #problem = new ObservableValue<WaraqError | undefined>(undefined)
  readonly #persisted = new ObservableValue<boolean | null>(null)
  readonly #persistence: Persistence
  readonly #intents: Intents
  /** The opening of the databases. Undefined after a failure. */
  #opened: Promise<void> | undefined
  #opensLater = false
  /** Lists that live queries follow, with the number of these queries. */
  readonly #followed = new Map<ListName, number>()
  /** The functions that end the live queries. */
  readonly #lives = new Set<() => void>()
  /** What a repair of the current data could not keep, in whichever tab or worker it ran. */
  #lost: WaraqError | undefined
  readonly #repairs: Repairs
  /** Rises with each `erase`, which ends the imports that started before it. */
  #erased = 0
  readonly #closed = new AbortController()
  readonly #ends: (() => void)[] = []
  protected readonly parts: MutationDependencies

  constructor(options: UserDataOptions) {
    super()
    this.#options = options
    const { connection, session } = connectionsOf(options)
    const { name = 'waraq-user', clock = systemClock, random = Math.random } = options
    this.#clock = clock
    const { storage = pageStorage(), marks = pageMarks() } = options
    this.#persistence = new Persistence(
      storage,
      marks,
      () => clock.now(),
      (kept) => this.#persisted.set(kept),
    )
    void this.#persistence.probe()
    this.#intents = new Intents(name, marks, clock)
    const { mushafId = 1, root } = options
    const hasService = root !== undefined || options.connection !== undefined
    this.parts = {
      mutate: (mutations, intended) =>
        this.#write(async ({ db }) => {
          const noted = intended && this.#intents.note(db.name, intended)
          try {
            await mutate(db, clock.now(), () => mutations(db), noted?.id)
          } finally {
            noted?.done()
          }
        }),
      data: () => this.#data(),
      now: () => clock.now(),
      // Without a service there is none that could refuse a short note.
      noteLimits: noteLimitsOf(hasService),
      mushafId,
    }
    const locks = locksOf(options)
    const accountList = new AccountList(name, options)
    const parts = {
      connection,
      hasService,
      fetch: options.fetch,
      clock,
      random,
      locks,
      mushafId,
      feed: options.feed as OpenableFeed | undefined,
      transport: transportOf(options),
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
      void this.#intents.recover(db).then(
        (isWritten) => isWritten && data.delivery.mutated(),
        () => undefined,
      )
      void this.#tellLost(data).catch(() => undefined)
    }
    const lock = `${name}:accounts`
    const onLeft = (database: string) => this.#intents.forget(database)
    this.#accounts = new Accounts({ accountList, session, locks, lock, clock, onSwitch, onLeft })
    this.#repairs = new Repairs(clock, () => this.#accounts.repair())
    this.account = Object.assign(
      { get: this.#accounts.state.get, subscribe: this.#accounts.state.subscribe },
      {
        check: async () => {
          await this.#open()
          await this.#accounts.check()
          await this.#hurry()
        },
        attach: (how: { readonly take: boolean }) => this.#open().then(() => this.#accounts.attach(how)),
        signOut: (how: Parameters<UserData['account']['signOut']>[0]) => this.#signOut(how),
      },
    )
    this.#ends.push(() => accountList.close())
    this.#listen()
    // Each mutation and each read reports this error. Here it must not become an unhandled rejection.
    this.#open().catch(() => undefined)
  }

  readonly account: UserData['account']
  get problem() {
    return this.#problem
  }
  get persisted() {
    return this.#persisted
  }

  /** After a failure, such as a full disk, the next call tries again, and so does a timer. */
  #open(): Promise<void> {
    return (this.#opened ??= this.#begin().catch((error: unknown) => {
      this.#opened = undefined
      void this.#openLater().catch(() => undefined)
      throw storageError(error)
    }))
  }

  async #openLater(): Promise<void> {
    if (this.#opensLater || this.#isClosed) return
    this.#opensLater = true
    await this.#clock.sleep(openAgainMs, this.#closed.signal)
    this.#opensLater = false
    await this.#open()
  }

  async #begin(): Promise<void> {
    await this.#accounts.open()
    if (this.#isClosed) return
    // Continue what waited for an account to sign in.
    this.#ends.push(this.#accounts.state.subscribe(() => void this.#hurry()))
    void this.#accounts.check().catch(() => undefined)
  }

  /** Tries again when the network is back or a person has come back. */
  #listen(): void {
    const again = () => void this.account.check().catch(() => undefined)
    this.#ends.push(onComeBack(again))
  }

  async #hurry(): Promise<void> {
    const data = this.#shown.get()
    if (!data || !this.#isReady()) return
    await data.hurry().catch(() => undefined)
    await data.refresh.ask([...this.#followed.keys()]).catch(() => undefined)
  }

  get #isClosed(): boolean {
    return this.#closed.signal.aborted
  }

  async #tellLost({ db }: AccountData): Promise<void> {
    // The former notice belongs to other data.
    if (this.#problem.get() === this.#lost) this.#problem.set(undefined)
    this.#lost = undefined
    const lost = await db.lost()
    if (!lost || Math.abs(this.#clock.now() - lost.at) > reportedForMs || this.#shown.get()?.db !== db) return
    this.#lost = dataLost(lost)
    this.#problem.set(this.#problem.get() ?? this.#lost)
  }

  /** Records that a live query shows these lists. Returns a function that ends this. */
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
    const end = follow({ name: db.name, tables: { pending: 'all' } }, this.#clock, () => db.pending.count(), {
      next: (count) => {
        if (count > 0) delivery.within(5_000)
      },
      error: () => undefined,
    })
    this.#ends.push(end)
  }

  /** The scopes that the person has allowed; undefined while unknown. */
  #scope(): string | undefined {
    const { session, scope } = this.#accounts.state.get()
    return session === 'signed_in' ? (scope ?? '') : undefined
  }

  #isReady(): boolean {
    const { session, account } = this.#accounts.state.get()
    const isMine = account !== null && (session === 'signed_in' || session === 'unknown')
    const navigator = this.#options.navigator ?? (globalThis as { navigator?: NavigatorLike }).navigator
    return !this.#isClosed && isMine && readConditions(navigator).online !== false
  }

  #met(problem: WaraqError | undefined): void {
    this.#problem.set(problem ?? this.#lost)
    const data = this.#shown.get()
    if (problem && data) void this.#isRepaired(data, problem)
    if (problem?.code === 'unauthorized' || problem?.code === 'other_account')
      void this.#accounts.doubted().catch(() => undefined)
  }

  async #data(): Promise<AccountData> {
    await this.#open()
    const data = this.#shown.get()
    if (!data || this.#isClosed) throw dataClosed()
    return data
  }

  /** Whether a failed step of `data` is worth another try, on the data that is shown by then. */
  async #isRepaired(data: AccountData, error: unknown): Promise<boolean> {
    if (this.#isClosed) return false
    if (this.#shown.get() === data && !(await this.#repairs.after(error))) return false
    return !this.#isClosed && this.#shown.get() !== data
  }

  /** Runs a query on the current data. If it fails because of damage, it runs once more after a repair. */
  async #ask<T>(ask: (data: AccountData) => Promise<T>): Promise<T> {
    const data = await this.#data()
    try {
      return await ask(data)
    } catch (error) {
      if (!(await this.#isRepaired(data, error))) throw storageError(error)
      return ask(await this.#data())
    }
  }

  /**
   * Runs `write` on the current data. It runs again if another account's data has replaced that data, unless `hasBegun` returns
   * true.
   */
  async #write(write: (data: AccountData) => Promise<void>, hasBegun = () => false): Promise<void> {
    for (;;) {
      const data = await this.#data()
      try {
        await write(data)
        data.delivery.mutated()
        break
      } catch (error) {
        if (hasBegun()) throw error
        // Another account's data replaces this data, and the mutation belongs there.
        if (isMoved(error)) await this.#switched(data)
        else if (await this.#isRepaired(data, error)) continue
        else if (this.#isClosed || this.#shown.get() === data) throw error
      }
    }
    if (this.#options.persist !== 'never') void this.#persistence.contentIsHere()
    void this.#options.registration?.then(
      (registration) => askForBackgroundSync(registration, userDataTag),
      () => undefined,
    )
  }

  /** Resolves when other data than `data` is shown. */
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

  async query<T>(query: UserQuery<T>): Promise<T> {
    return this.#ask(({ db }) => query.read(db))
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
            // A result of an account that has signed out in the meantime is not shown.
            next: (value) => {
              if (this.#shown.get() === data) next(value)
            },
            error: (problem: unknown) => {
              void this.#isRepaired(data, problem).then((isAnother) => {
                if (!isAnother && this.#shown.get() === data) error?.(storageError(problem))
              })
            },
          })
          endFollowing = follow(answersOf(data.db), this.#clock, () => query.read(data.db), follower)
          void data.refresh.ask(query.lists).catch(() => undefined)
        }
        const endShowing = this.#showing(query.lists)
        const end = this.#shown.watch(show)
        this.#open().catch((problem: unknown) => error?.(problem))
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
    resolve: (key, chosen) =>
      this.#ask(async ({ db, delivery }) => {
        await resolve(db, this.#clock.now(), key, chosen, newKey('note'))
        delivery.mutated()
      }),
    deliver: () =>
      this.#ask(async ({ db, delivery }) => {
        await db.meta.delete('backoff')
        await delivery.turn()
      }),
  }

  async #signOut({
    waiting,
    withinMs = signOutWithinMs,
  }: Parameters<UserData['account']['signOut']>[0]): ReturnType<UserData['account']['signOut']> {
    const { account, db, delivery } = await this.#data()
    // The device's own data stays: another tab may have signed out a moment before.
    if (account === null) return { waiting: await db.pending.count(), left: false }
    if (waiting === 'deliver') {
      const over = new AbortController()
      const deadline = this.#clock.sleep(withinMs, over.signal).catch(() => undefined)
      await db.meta.delete('backoff')
      await Promise.race([delivery.turn(), deadline])
      over.abort('over')
    }
    const left = await db.pending.count()
    if (waiting === 'deliver' && left > 0) return { waiting: left, left: false }
    await this.#accounts.detach({ keep: waiting === 'keep' && left > 0 })
    return { waiting: left, left: true }
  }

  async export(): Promise<UserDataFile> {
    return this.#ask(({ db }) => exportOf(db))
  }

  async previewImport(file: unknown): Promise<readonly ImportPreview[]> {
    const wanted = checkFile(file, this.parts.noteLimits, this.#clock.now())
    return this.#ask(async (data) => {
      const [hasFeed, hasSlots] = [await data.hasFeed(), await data.hasSlots()]
      return previewOf(data.db, wanted, { newKey, hasFeed, hasSlots })
    })
  }

  async import(file: unknown, { signal, onProgress }: ImportOptions = {}): Promise<void> {
    const wanted = checkFile(file, this.parts.noteLimits, this.#clock.now())
    const erased = this.#erased
    let hasBegun = false
    await this.#write(
      async (data) => {
        const [hasFeed, hasSlots] = [await data.hasFeed(), await data.hasSlots()]
        const now = () => {
          // The rest of the file belongs neither to another account's data nor to data that was erased since.
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
            data.delivery.mutated()
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
    if (account !== null) await this.#accounts.detach({ keep: false })
    await this.#write(async ({ account: shown, db }) => {
      // If an account is shown, a person has signed in since.
      if (shown !== null) return
      this.#intents.forget(db.name)
      await eraseAll(db)
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
    this.#closed.abort()
    this.#accounts.close()
    for (const end of [...this.#ends, ...this.#lives]) end()
    this.#shown.get()?.close()
  }
}
