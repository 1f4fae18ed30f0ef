import type { Locks } from '../../platform/locks/locks.ts'
import { ObservableValue } from '../../client/observable.ts'
import { timedSignal } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'
import { isAbort, isWaraqError, WaraqError } from '@waraq/protocol'
import { entityOf } from '../model/entity.ts'
import { mutate } from '../store/mutate.ts'
import type { UserDatabase } from '../store/database.ts'
import { repair } from '../store/repair.ts'
import { follow } from '../store/follow.ts'
import { deliveryEpoch } from '../store/outbox.ts'
import type { Account, AccountList } from './account-list.ts'
import { sessionUnknown, type Session, type SessionConnection } from './session.ts'

/** The account whose data is shown on this device, and the state of the session. */
export interface AccountState {
  /** The account whose data is shown. Null: the device's own data, which no service receives. */
  readonly account: Account
  /**
   * - `unknown`: not known yet, for example without a network
   * - `signed_in`: the account whose data is shown is signed in
   * - `signed_out`: no account is signed in
   * - `unattached`: a person signed in, and the device's own data waits for `attach`
   * - `other`: another account than the one whose data is shown is signed in; nothing is sent until `signOut`
   * - `unnamed`: the backend does not report which account is signed in, so nothing is sent
   */
  readonly session: 'unknown' | 'signed_in' | 'signed_out' | 'unattached' | 'other' | 'unnamed'
  /** For `signed_in`: the scopes that the person allowed. */
  readonly scope: string | null
}

export interface AccountsOptions {
  readonly accountList: AccountList
  readonly session: SessionConnection
  readonly locks: Locks
  readonly lock: string
  readonly clock: Clock
  /** Called when another account's data is to be shown, or the same account's after a repair. */
  readonly onSwitch: (account: Account, db: UserDatabase) => void
  /** Called with the name of a database whose data has left: the account was removed, or its data has moved into another. */
  readonly onLeft: (database: string) => void
}

/** Maximum milliseconds for the backend to answer. */
const askWithinMs = 10_000

/** Moves data between accounts: one move at a time across all tabs. If a crash interrupts a move, the next start completes it. */
export class Accounts {
  readonly state = new ObservableValue<AccountState>({ account: null, session: 'unknown', scope: null })
  readonly #options: AccountsOptions
  readonly #closed = new AbortController()
  /** The account whose data this tab shows; undefined until the first is open. */
  #shown: Account | undefined
  #session: Session | undefined
  #unfollow: (() => void) | undefined
  /** The work of this tab on accounts, one task after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: AccountsOptions) {
    this.#options = options
  }

  /** Opens the data that is shown, and follows changes by other tabs. */
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
      // The result may be older than what this tab has done since.
      next: () =>
        void this.#inTurn(async () => this.#showAnother(await accountList.current())).catch(() => undefined),
      error: () => undefined,
    })
  }

  /** Opens the data that is shown again, and repairs it if it is damaged. */
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

  /** Reads who is signed in. If that fails, the known state stays. */
  async check(): Promise<void> {
    const reported = await this.#askWho().catch(() => undefined)
    if (!reported) return
    const isOver = await this.#inTurn(async () => {
      await this.#alone(() => this.#finish())
      if (reported.place !== (await this.#place())) return true
      this.#session = reported.session
      await this.#arrive(reported.place)
      return false
    })
    if (isOver) await this.check()
  }

  /** The account that is shown on this device, and the move that is under way. */
  async #place(): Promise<string> {
    return JSON.stringify(await this.#options.accountList.place())
  }

  /** Reads who is signed in. The answer is outdated once another account is shown, because that may result from a sign-out. */
  async #askWho(): Promise<{ readonly session: Session; readonly place: string }> {
    const place = await this.#place()
    return { session: await this.#ask((signal) => this.#options.session.read(signal)), place }
  }

  /** Discards the known session and reads it again, after the service refused the account's authorization. */
  async doubted(): Promise<void> {
    this.#session = undefined
    await this.check()
  }

  /**
   * Shows the data of the account that is signed in. `take`: the device's own data moves into the account. Otherwise it stays,
   * and is shown again after `signOut`. The backend is asked again which account is signed in.
   * @throws {WaraqError} `unauthorized` if no account is arriving, `service_failed` if the backend does not answer, or an
   *   error of storage
   */
  attach({ take }: { readonly take: boolean }): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#shown !== null) throw nothingToAttach()
      const { session, place } = await this.#askWho().catch((error: unknown) => {
        throw isWaraqError(error) ? error : sessionUnknown(undefined, error)
      })
      this.#session = session
      this.#tell()
      const account = session.signedIn ? session.account : undefined
      if (account === undefined || !(await this.#attach(account, take, place))) throw nothingToAttach()
      this.#tell()
    })
  }

  /** Resolves with false if another account is shown since `place`. */
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
   * Removes the account from this device and signs out. `keep`: pending changes stay, hidden, and are delivered after the
   * account's next sign-in here. Otherwise they are lost.
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

  /** Completes a move that was started. */
  async #finish(): Promise<void> {
    const { accountList, session, onLeft } = this.#options
    const { account, move } = await accountList.place()
    if (!move) return
    if (move.what === 'take') {
      await this.#take(move.account)
      onLeft(await accountList.remove(null))
      return accountList.note(move.account)
    }
    onLeft(await (move.keep ? this.#keepWaiting(move.account) : accountList.remove(move.account)))
    try {
      // Another account that has signed in meanwhile stays signed in.
      const now = await this.#ask((signal) => session.read(signal))
      const isOther = now.signedIn && now.account !== undefined && now.account !== move.account
      if (now.signedIn && !isOther) await this.#ask((signal) => session.signOut(signal))
      // The backend's earlier answer is outdated.
      this.#session = isOther ? now : { signedIn: false }
    } catch {
      // Without a network the sign-out waits. Until then this account is not shown again automatically.
      return
    }
    await accountList.note(account)
  }

  /** Copies the device's own data into an account. Copying it again changes nothing. */
  async #take(account: string): Promise<void> {
    const { clock } = this.#options
    const [own, remote] = [await this.#sound(null), await this.#sound(account)]
    try {
      await own.noteMoved(true)
      await remote.noteMoved(false)
      const allPending = await own.pending.orderBy('at').toArray()
      await mutate(remote, clock.now(), async () =>
        allPending.map((pending) => {
          const { desired, at, ahead } = pending
          return { entity: entityOf(pending), desired, done: { at, ahead } }
        }),
      )
    } finally {
      own.close()
      remote.close()
    }
  }

  /**
   * Deletes an account's data except its pending changes and the rows that they need. Raises its epoch, so that a late answer
   * stores nothing. Resolves with the name of the database.
   */
  async #keepWaiting(account: string): Promise<string> {
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
      return db.name
    } finally {
      db.close()
    }
  }

  /** Shows the data of the account that has signed in, if no data of the device's own waits for a decision. */
  async #arrive(place: string): Promise<void> {
    const { accountList } = this.#options
    const account = this.#session?.signedIn ? this.#session.account : undefined
    const { move } = await accountList.place()
    if (account !== undefined && this.#shown === null && !move) {
      const own = await accountList.dataOf(null)
      const count = await own.pending.count().finally(() => own.close())
      // A mutation that a person makes at this very moment moves along.
      if (count === 0) await this.#attach(account, true, place)
    }
    this.#tell()
  }

  /** Shows the account that another tab has chosen. If that tab knows of a change, the session is read again. */
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
    if (account === null) return 'unattached'
    return session.account === account ? 'signed_in' : 'other'
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /**
   * Sends a request to the backend, with a time limit. Account work in all tabs waits for the answer, and a much later answer
   * may concern a person who has signed in since.
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

function nothingToAttach(): WaraqError {
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
