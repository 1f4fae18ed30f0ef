import type { Locks } from '../../platform/locks/locks.ts'
import { ObservableValue } from '../../client/observable.ts'
import { timedSignal } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'
import { isAbort, isWaraqError, WaraqError } from '@waraq/protocol'
import { entityOf } from '../model/entity.ts'
import { act } from '../store/acts.ts'
import type { UserDatabase } from '../store/database.ts'
import { repair } from '../store/repair.ts'
import { follow } from '../store/follow.ts'
import { deliveryEpoch } from '../store/outbox.ts'
import type { Account, AccountList } from './account-list.ts'
import { sessionUnknown, type Session, type SessionConnection } from './session.ts'

/** Whose data is shown on this device, and who is signed in. */
export interface AccountState {
  /** Whose data is shown. Null: the device's own, which no service gets. */
  readonly account: Account
  /**
   * - `unknown`: not found out yet, as without a network
   * - `signed_in`: the account whose data is shown, or the device's own where nobody is
   * - `signed_out`: no account is signed in
   * - `arriving`: somebody signed in, and what this device keeps of its own waits for `attach`
   * - `other`: another account than the one whose data is shown; nothing is sent until `signOut`
   * - `unnamed`: the backend does not say which account it is, so nothing is sent
   */
  readonly session: 'unknown' | 'signed_in' | 'signed_out' | 'arriving' | 'other' | 'unnamed'
  /** Of `signed_in`: what the person allowed. */
  readonly scope: string | null
}

export interface AccountsOptions {
  readonly accountList: AccountList
  readonly session: SessionConnection
  readonly locks: Locks
  readonly lock: string
  readonly clock: Clock
  /** Called when another account's data is to be shown, or the same as it is after a repair. */
  readonly onSwitch: (account: Account, db: UserDatabase) => void
}

/** Milliseconds that the backend may take to answer. */
const askWithinMs = 10_000

/** Moves between accounts: one at a time over all tabs, each finished by the next start where a crash broke it off. */
export class Accounts {
  readonly state = new ObservableValue<AccountState>({ account: null, session: 'unknown', scope: null })
  readonly #options: AccountsOptions
  readonly #closed = new AbortController()
  /** Whose data this tab shows; undefined before the first is open. */
  #shown: Account | undefined
  #session: Session | undefined
  #unfollow: (() => void) | undefined
  /** What this tab does about accounts, one thing after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: AccountsOptions) {
    this.#options = options
  }

  /** Opens the data that is shown, and follows what other tabs do. */
  async open(): Promise<void> {
    const { accountList, clock } = this.#options
    await this.#inTurn(async () => {
      await this.#alone(async () => {
        await accountList.openOrRecreate(clock)
        await this.#finish()
      })
      await this.#show(await accountList.current())
    })
    if (this.#closed.signal.aborted) return
    const current = { name: accountList.name, tables: { records: ['current'] } } as const
    this.#unfollow = follow(current, clock, () => accountList.current(), {
      // What it tells may be older than what this tab has done since.
      next: () =>
        void this.#inTurn(async () => this.#showAnother(await accountList.current())).catch(() => undefined),
      error: () => undefined,
    })
  }

  /** Opens the data that is shown once more, and repairs it where it is damaged. */
  async repair(): Promise<void> {
    await this.#inTurn(() =>
      this.#alone(async () => {
        const account = await this.#options.accountList.current()
        const db = await this.#sound(account)
        if (this.#closed.signal.aborted) return db.close()
        this.#shown = account
        this.#options.onSwitch(account, db)
        this.#tell()
      }),
    )
  }

  async #sound(account: Account): Promise<UserDatabase> {
    const db = await this.#options.accountList.dataOf(account)
    await repair(db, this.#options.clock)
    return db
  }

  close(): void {
    this.#closed.abort('closed')
    this.#unfollow?.()
  }

  /** Asks who is signed in. Keeps what is known where it cannot be asked. */
  async check(): Promise<void> {
    const told = await this.#askWho().catch(() => undefined)
    if (!told) return
    const isOver = await this.#inTurn(async () => {
      await this.#alone(() => this.#finish())
      if (told.place !== (await this.#place())) return true
      this.#session = told.session
      await this.#arrive(told.place)
      return false
    })
    if (isOver) await this.check()
  }

  /** Which account is shown on this device, and what is being done about that. */
  async #place(): Promise<string> {
    return JSON.stringify(await this.#options.accountList.place())
  }

  /** Who is signed in. What the backend says is over once another account is shown: that may come of a sign-out. */
  async #askWho(): Promise<{ readonly session: Session; readonly place: string }> {
    const place = await this.#place()
    return { session: await this.#ask((signal) => this.#options.session.read(signal)), place }
  }

  /** The service refused the account's right. */
  async doubted(): Promise<void> {
    this.#session = undefined
    await this.check()
  }

  /**
   * Shows the data of the account that is signed in. `take`: what this device keeps of its own goes along, and is then the
   * account's; otherwise it stays, and is shown again after `signOut`. The backend is asked once more which account that is.
   * @throws {WaraqError} `unauthorized` where no account is arriving, `service_failed` where the backend does not answer, or an
   *   error of storage
   */
  attach({ take }: { readonly take: boolean }): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#shown !== null) throw nobodyArrives()
      const { session, place } = await this.#askWho().catch((error: unknown) => {
        throw isWaraqError(error) ? error : sessionUnknown(undefined, error)
      })
      this.#session = session
      this.#tell()
      const account = session.signedIn ? session.account : undefined
      if (account === undefined || !(await this.#attach(account, take, place))) throw nobodyArrives()
      this.#tell()
    })
  }

  /** False where another account is shown since `place`. */
  async #attach(account: string, take: boolean, place: string): Promise<boolean> {
    const isStill = await this.#alone(async () => {
      const { accountList } = this.#options
      if (place !== (await this.#place())) return false
      await accountList.note(account, take ? { key: 'move', what: 'take', account } : null)
      await this.#finish()
      const data = await accountList.dataOf(account)
      await data.noteMoved(false).finally(() => data.close())
      return true
    })
    if (isStill) await this.#show(account)
    return isStill
  }

  /**
   * Takes the account off this device and signs out. `keep`: what has not arrived stays, unseen, and is delivered after the
   * account's next sign-in here; otherwise it is lost.
   */
  async detach({ keep }: { readonly keep: boolean }): Promise<void> {
    await this.#inTurn(async () => {
      const account = this.#shown
      if (account === undefined || account === null) return
      await this.#alone(async () => {
        await this.#options.accountList.note(null, { key: 'move', what: 'leave', account, keep })
        await this.#show(null)
        await this.#finish()
      })
      this.#session = undefined
      this.#tell()
    })
    await this.check()
  }

  /** Finishes a move that was begun. */
  async #finish(): Promise<void> {
    const { accountList, session } = this.#options
    const { account, move } = await accountList.place()
    if (!move) return
    if (move.what === 'take') {
      await this.#take(move.account)
      await accountList.remove(null)
      return accountList.note(move.account)
    }
    if (move.keep) await this.#keepWaiting(move.account)
    else await accountList.remove(move.account)
    try {
      // Who has signed in meanwhile stays signed in.
      const now = await this.#ask((signal) => session.read(signal))
      const isOther = now.signedIn && now.account !== undefined && now.account !== move.account
      if (now.signedIn && !isOther) await this.#ask((signal) => session.signOut(signal))
      // What the backend said before is over.
      this.#session = isOther ? now : { signedIn: false }
    } catch {
      // Without a network the sign-out waits: until then this account does not come back by itself.
      return
    }
    await accountList.note(account)
  }

  /** Copies what this device keeps of its own. To copy it once more changes nothing. */
  async #take(account: string): Promise<void> {
    const { clock } = this.#options
    const [own, theirs] = [await this.#sound(null), await this.#sound(account)]
    try {
      await own.noteMoved(true)
      await theirs.noteMoved(false)
      const allPending = await own.pending.orderBy('at').toArray()
      await act(theirs, clock.now(), async () =>
        allPending.map((pending) => {
          const { want, at, ahead } = pending
          return { entity: entityOf(pending), want, done: { at, ahead } }
        }),
      )
    } finally {
      own.close()
      theirs.close()
    }
  }

  /** Leaves of an account only what has not arrived. Its epoch rises: a late answer stores nothing. */
  async #keepWaiting(account: string): Promise<void> {
    const db = await this.#sound(account)
    try {
      await db.noteMoved(true)
      await deliveryEpoch(db).claim()
      await db.transaction('rw', db.rows, db.pending, db.meta, async () => {
        const allPending = await db.pending.toArray()
        const needed = new Set(allPending.flatMap(({ key, owner }) => [key, owner ?? key]))
        await db.rows.filter(({ key }) => !needed.has(key)).delete()
        await db.meta.where('key').startsWith('listed|').delete()
        await db.meta.delete('feed')
      })
    } finally {
      db.close()
    }
  }

  /** Shows the data of the account that has signed in, where nothing of the device's own waits for a decision. */
  async #arrive(place: string): Promise<void> {
    const { accountList } = this.#options
    const account = this.#session?.signedIn ? this.#session.account : undefined
    const { move } = await accountList.place()
    if (account !== undefined && this.#shown === null && !move) {
      const own = await accountList.dataOf(null)
      const count = await own.pending.count().finally(() => own.close())
      // What a person does in this very moment goes along.
      if (count === 0) await this.#attach(account, true, place)
    }
    this.#tell()
  }

  /** Shows what another tab has chosen. Who is signed in is asked again where that tab knows of a change. */
  async #showAnother(account: Account): Promise<void> {
    const isNews = account !== this.#shown && (this.#session?.account ?? null) !== account
    if (isNews) this.#session = undefined
    await this.#show(account)
    if (isNews) void this.check().catch(() => undefined)
  }

  async #show(account: Account): Promise<void> {
    if (this.#closed.signal.aborted || account === this.#shown) return this.#tell()
    this.#shown = account
    const db = await this.#options.accountList.dataOf(account)
    if (this.#shown === account && !this.#closed.signal.aborted) this.#options.onSwitch(account, db)
    else db.close()
    this.#tell()
  }

  #tell(): void {
    const account = this.#shown ?? null
    const session = this.#sessionState(account)
    const scope = session === 'signed_in' ? (this.#session?.scope ?? null) : null
    const last = this.state.get()
    if (last.account === account && last.session === session && last.scope === scope) return
    this.state.set({ account, session, scope })
  }

  #sessionState(account: Account): AccountState['session'] {
    const session = this.#session
    if (!session) return 'unknown'
    if (!session.signedIn) return 'signed_out'
    if (session.account === undefined) return 'unnamed'
    if (account === null) return 'arriving'
    return session.account === account ? 'signed_in' : 'other'
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /**
   * Asks the backend, for a while only: accounts of all tabs wait for the answer, and one that comes much later may be about
   * the person who has signed in since.
   */
  async #ask<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = timedSignal(this.#options.clock, askWithinMs)
    try {
      return await ask(AbortSignal.any([late.signal, this.#closed.signal]))
    } finally {
      late.clear()
    }
  }

  /** Runs `work` while no other tab moves accounts. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const { locks, lock } = this.#options
    let result: { readonly value: T } | undefined
    try {
      await locks.request(lock, { signal: this.#closed.signal }, async () => {
        result = { value: await work() }
      })
    } catch (error) {
      if (isAbort(error) && !result) throw closedError()
      throw error
    }
    return result!.value
  }
}

function nobodyArrives(): WaraqError {
  return new WaraqError({
    code: 'unauthorized',
    message:
      'No account has signed in that could be shown here. Let the user sign in, and leave the account before.',
    retryable: false,
  })
}

function closedError(): WaraqError {
  return new WaraqError({ code: 'aborted', message: 'The user data was closed.' })
}
