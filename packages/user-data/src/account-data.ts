import { openSeat, type Locks } from '@waraq/browser'
import type { Clock } from '@waraq/client'
import type { UserCallOptions, UserDoor } from '@waraq/client/user'
import type { WaraqError } from '@waraq/contract'
import type { MushafId } from '@waraq/contract/user'
import type { Account } from './accounts/directory.ts'
import { Delivery } from './deliver/delivery.ts'
import { Refresh } from './deliver/refresh.ts'
import type { UserDatabase } from './store/database.ts'
import { deliveryFence } from './store/outbox.ts'
import { operationsWay } from './ways/operations.ts'

export interface AccountDataParts {
  readonly door: UserDoor
  readonly fetch: typeof fetch | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly locks: Locks
  readonly mushafId: MushafId
  readonly isReady: () => boolean
  readonly onProblem: (problem: WaraqError | undefined) => void
}

/** What one account keeps on this device, with the work that keeps it and the service alike. */
export class AccountData {
  readonly account: Account
  readonly db: UserDatabase
  readonly delivery: Delivery
  readonly refresh: Refresh
  /** Milliseconds by which the service's clock is ahead of the device's. */
  #offset: number | undefined

  constructor(account: Account, db: UserDatabase, parts: AccountDataParts) {
    const { door, clock, random, locks, mushafId, onProblem } = parts
    this.account = account
    this.db = db
    const onAnswer: UserCallOptions['onAnswer'] = ({ serverTime }) => {
      if (serverTime !== null) this.#offset = serverTime - clock.now()
    }
    const way = operationsWay({
      door,
      fetch: parts.fetch,
      clock,
      random,
      mushafId,
      account: account ?? undefined,
      onAnswer,
      onUnexpected: () => undefined,
    })
    // Before anyone signs in there is no service to ask.
    const isReady = () => account !== null && parts.isReady()
    const fence = deliveryFence(db)
    const seat = openSeat({ lock: `${db.name}:delivery`, locks, fence, clock, random })
    const offset = () => this.#offset
    this.delivery = new Delivery({ db, way, seat, clock, random, isReady, offset, onProblem })
    this.refresh = new Refresh({ db, way, clock, isReady, onProblem })
  }

  close(): void {
    this.delivery.close()
    this.refresh.close()
    this.db.close()
  }
}
