import type { Clock } from '../../client/clock.ts'
import type { Outbox } from '../store/outbox.ts'
import type { Feed } from '../transports/transport.ts'
import type { FeedOptions } from '../transports/feed.ts'
import type { DeliverOptions, Turn } from './turn.ts'

/** The feed of user data, `userFeed` of `waraq/user`. */
export interface UserFeed {
  readonly name: 'feed'
}

/** What is done by the feed of one account. */
export interface Fed extends Pick<Feed, 'covers' | 'lists' | 'head'> {
  /** Reads what the feed tells since the last time, and stores it. */
  pull(parts: { readonly outbox: Outbox; readonly clock: Clock }, signal: AbortSignal): Promise<void>
  /** Delivers what the feed covers. */
  exchange(options: DeliverOptions, signal: AbortSignal): Promise<Turn>
}

export interface FedOptions extends FeedOptions {
  /** Called where the feed answers what each further pull would be answered. */
  readonly onUseless: () => void
}

/** As `userFeed` is used inside. */
export interface OpenableFeed extends UserFeed {
  open(options: FedOptions): Fed
}
