import { openLeaderElection } from '../platform/leader/leader-election.ts'
import type { Locks } from '../platform/locks/locks.ts'
import type { Clock } from '../client/clock.ts'
import type { UserCallOptions } from '../client/user/call-options.ts'
import type { UserConnection } from '../client/user/user-connection.ts'
import type { WaraqError } from '@waraq/protocol'
import type { MushafId } from '@waraq/protocol/user'
import type { Account } from './accounts/account-list.ts'
import { Delivery } from './deliver/delivery.ts'
import type { Fed, OpenableFeed } from './deliver/fed.ts'
import { FeedRefresh } from './deliver/feed-refresh.ts'
import { Refresh } from './deliver/refresh.ts'
import { SilentReads } from './deliver/silent-reads.ts'
import type { UserDatabase } from './store/database.ts'
import { deliveryEpoch } from './store/outbox.ts'
import { operationsTransport } from './transports/operations.ts'
import { hasSlots } from './model/reading-forms.ts'
import type { TransportName } from './model/records.ts'

export interface AccountDataParts {
  readonly connection: UserConnection
  /** Otherwise all stays on this device. */
  readonly hasService: boolean
  readonly fetch: typeof fetch | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly locks: Locks
  readonly mushafId: MushafId
  readonly feed: OpenableFeed | undefined
  /** `auto`: the feed where it is given and the person has allowed it. */
  readonly transport: TransportName | 'auto'
  /** What the person has allowed, separated by spaces; undefined while it is not known. */
  readonly scope: () => string | undefined
  readonly isReady: () => boolean
  readonly isShown: () => boolean
  readonly onProblem: (problem: WaraqError | undefined) => void
}

/** What one account keeps on this device, with the work that keeps it and the service alike. */
export class AccountData {
  readonly account: Account
  readonly db: UserDatabase
  readonly delivery: Delivery
  readonly refresh: Refresh
  readonly #parts: AccountDataParts
  readonly #reads: SilentReads
  /**
   * The service's time of its last answer, and when that came, by the device's clock and by one that is never set. Null: it tells
   * no time. Undefined: it has not answered yet.
   */
  #told: { readonly serverTime: number; readonly now: number; readonly monotonic: number } | null | undefined
  #feed: { readonly scope: string | undefined; readonly feed: Fed } | undefined
  /** The scope with which the feed is of no use, although it was allowed. */
  #refused: { readonly scope: string | undefined } | undefined

  constructor(account: Account, db: UserDatabase, parts: AccountDataParts) {
    const { clock, random, locks, onProblem, isShown } = parts
    this.#reads = new SilentReads(parts.fetch, clock)
    this.account = account
    this.db = db
    this.#parts = parts
    const transport = operationsTransport(this.#ofService())
    // Before anyone signs in there is no service to ask.
    const isReady = () => account !== null && parts.isReady()
    const election = openLeaderElection({
      lock: `${db.name}:delivery`,
      locks,
      epoch: deliveryEpoch(db),
      clock,
      random,
    })
    const offset = () => (this.#told ? this.#told.serverTime - this.#told.now : undefined)
    const serviceTime = () => this.#serviceTime()
    const feed = () => this.feed()
    const fed = new FeedRefresh({ db, feed, election, clock, isReady, isShown, onProblem })
    const service = { transport, feed, isReady, offset, serviceTime }
    this.delivery = new Delivery({ db, election, clock, random, onProblem, ...service })
    this.refresh = new Refresh({ db, transport, fed, clock, isReady, onProblem })
  }

  /** The network is back, or a person has come back: what waits is delivered, and what nobody answers is asked once more. */
  async hurry(): Promise<void> {
    this.#reads.repeat()
    await this.delivery.hurry()
  }

  /** The feed, where it is the current transport. Without a word of the scope the way stays what it was. */
  async feed(): Promise<Fed | undefined> {
    if (this.account === null) return undefined
    const scope = this.#parts.scope()
    const transport = await this.#transport(scope)
    await this.db.noteTransport(transport)
    if (transport === 'operations') return undefined
    if (!this.#feed || this.#feed.scope !== scope) this.#feed = { scope, feed: this.#openFeed(scope) }
    return this.#feed.feed
  }

  /** Whether the feed is the transport, or will be again: what it alone has may wait for it. */
  async hasFeed(): Promise<boolean> {
    // Where there is no service, nothing waits for it.
    if (this.account === null) return !this.#parts.hasService
    return (await this.#allowedWay(this.#parts.scope())) === 'feed'
  }

  /** Whether there may be more than one reading bookmark: on the device itself, and by a feed that is not known to have one. */
  async hasSlots(): Promise<boolean> {
    if (this.account === null) return true
    const { reading } = (await this.db.feed()) ?? {}
    return (await this.hasFeed()) && (reading === undefined || hasSlots(reading))
  }

  /** Or some time before: while a device sleeps the one clock may rest, and the other may be set. */
  #serviceTime(): number | null | undefined {
    const { clock } = this.#parts
    if (!this.#told) return this.#told
    const { serverTime, now, monotonic } = this.#told
    return serverTime + Math.min(clock.now() - now, clock.monotonic() - monotonic)
  }

  close(): void {
    this.delivery.close()
    this.refresh.close()
    this.#reads.close()
    this.db.close()
  }

  async #transport(scope: string | undefined): Promise<TransportName> {
    const { transport } = this.#parts
    if (transport === 'auto' && this.#refused && this.#refused.scope === scope) return 'operations'
    return this.#allowedWay(scope)
  }

  async #allowedWay(scope: string | undefined): Promise<TransportName> {
    const { transport, feed } = this.#parts
    if (transport !== 'auto') return transport
    if (!feed) return 'operations'
    if (scope === undefined) return this.db.transport()
    return scope.split(' ').includes('sync') ? 'feed' : 'operations'
  }

  #openFeed(scope: string | undefined): Fed {
    // The operations are the transport then, until it is opened again or something else is allowed.
    const onUseless = () => (this.#refused = { scope })
    return this.#parts.feed!.open({ ...this.#ofService(), scope, onUseless })
  }

  #ofService() {
    const { connection, clock, random, mushafId } = this.#parts
    const { fetch } = this.#reads
    const onAnswer: UserCallOptions['onAnswer'] = ({ serverTime }) => {
      if (serverTime !== null) this.#told = { serverTime, now: clock.now(), monotonic: clock.monotonic() }
      else this.#told ??= null
    }
    const account = this.account ?? undefined
    return { connection, fetch, clock, random, mushafId, account, onAnswer, onUnexpected: () => undefined }
  }
}
