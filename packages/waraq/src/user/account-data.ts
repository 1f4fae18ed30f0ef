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

export interface AccountDataDependencies {
  readonly connection: UserConnection
  /** If false, all data stays on this device. */
  readonly hasService: boolean
  readonly fetch: typeof fetch | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly locks: Locks
  readonly mushafId: MushafId
  readonly feed: OpenableFeed | undefined
  /** `auto`: the feed, if it is passed and the person has allowed it; otherwise the operations. */
  readonly transport: TransportName | 'auto'
  /** The scopes that the person has allowed, separated by spaces; undefined while unknown. */
  readonly scope: () => string | undefined
  readonly isReady: () => boolean
  readonly isShown: () => boolean
  readonly onProblem: (problem: WaraqError | undefined) => void
}

/** The data of one account on this device, with the delivery and refresh that keep it in sync with the service. */
export class AccountData {
  readonly account: Account
  readonly db: UserDatabase
  readonly delivery: Delivery
  readonly refresh: Refresh
  readonly #parts: AccountDataDependencies
  readonly #reads: SilentReads
  /**
   * The service's time in its last answer, and when that answer arrived, by the device's clock and by one that is never set.
   * Null: the service reports no time. Undefined: it has not answered yet.
   */
  #reported:
    { readonly serverTime: number; readonly now: number; readonly monotonic: number } | null | undefined
  #feed: { readonly scope: string | undefined; readonly feed: Fed } | undefined
  /** The scope for which the feed is unusable, although it was allowed. */
  #refused: { readonly scope: string | undefined } | undefined

  constructor(account: Account, db: UserDatabase, parts: AccountDataDependencies) {
    const { clock, random, locks, onProblem, isShown } = parts
    this.#reads = new SilentReads(parts.fetch, clock)
    this.account = account
    this.db = db
    this.#parts = parts
    const transport = operationsTransport(this.#ofService())
    // Without an account there is no service to send requests to.
    const isReady = () => account !== null && parts.isReady()
    const election = openLeaderElection({
      lock: `${db.name}:delivery`,
      locks,
      epoch: deliveryEpoch(db),
      clock,
      random,
    })
    const offset = () => (this.#reported ? this.#reported.serverTime - this.#reported.now : undefined)
    const serviceTime = () => this.#serviceTime()
    const feed = () => this.feed()
    const fed = new FeedRefresh({ db, feed, election, clock, isReady, isShown, onProblem })
    const service = { transport, feed, isReady, offset, serviceTime }
    this.delivery = new Delivery({ db, election, clock, random, onProblem, ...service })
    this.refresh = new Refresh({ db, transport, fed, clock, isReady, onProblem })
  }

  /** Delivers what waits, and repeats the reads that got no answer. Called when the network or the person is back. */
  async hurry(): Promise<void> {
    this.#reads.repeat()
    await this.delivery.hurry()
  }

  /** The feed, if it is the current transport. While the scope is unknown the transport stays as it was. */
  async feed(): Promise<Fed | undefined> {
    if (this.account === null) return undefined
    const scope = this.#parts.scope()
    const transport = await this.#transport(scope)
    await this.db.noteTransport(transport)
    if (transport === 'operations') return undefined
    if (!this.#feed || this.#feed.scope !== scope) this.#feed = { scope, feed: this.#openFeed(scope) }
    return this.#feed.feed
  }

  /** Whether the feed is the transport, or will be again. Changes that only the feed supports may wait for it. */
  async hasFeed(): Promise<boolean> {
    // Without a service, nothing waits for it.
    if (this.account === null) return !this.#parts.hasService
    return (await this.#allowedTransport(this.#parts.scope())) === 'feed'
  }

  /** Whether there may be more than one reading bookmark: on the device, and by a feed that is not known to have only one. */
  async hasSlots(): Promise<boolean> {
    if (this.account === null) return true
    const { reading } = (await this.db.feed()) ?? {}
    return (await this.hasFeed()) && (reading === undefined || hasSlots(reading))
  }

  /**
   * The service's time now, or somewhat earlier: while a device sleeps the monotonic clock may stop, and the other one may be
   * set.
   */
  #serviceTime(): number | null | undefined {
    const { clock } = this.#parts
    if (!this.#reported) return this.#reported
    const { serverTime, now, monotonic } = this.#reported
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
    return this.#allowedTransport(scope)
  }

  async #allowedTransport(scope: string | undefined): Promise<TransportName> {
    const { transport, feed } = this.#parts
    if (transport !== 'auto') return transport
    if (!feed) return 'operations'
    if (scope === undefined) return this.db.transport()
    return scope.split(' ').includes('sync') ? 'feed' : 'operations'
  }

  #openFeed(scope: string | undefined): Fed {
    // From then on the operations are the transport, until the data is opened again or another scope is allowed.
    const onUseless = () => (this.#refused = { scope })
    return this.#parts.feed!.open({ ...this.#ofService(), scope, onUseless })
  }

  #ofService() {
    const { connection, clock, random, mushafId } = this.#parts
    const { fetch } = this.#reads
    const onAnswer: UserCallOptions['onAnswer'] = ({ serverTime }) => {
      if (serverTime !== null) this.#reported = { serverTime, now: clock.now(), monotonic: clock.monotonic() }
      else this.#reported ??= null
    }
    const account = this.account ?? undefined
    return { connection, fetch, clock, random, mushafId, account, onAnswer, onUnexpected: () => undefined }
  }
}
