import type { Clock } from '../../client/clock.ts'
import type { Outbox } from '../store/outbox.ts'
import type { Feed } from '../transports/transport.ts'
import type { FeedOptions } from '../transports/feed.ts'
import type { DeliverOptions, Turn } from './turn.ts'

/** The feed of user data, `userFeed` of `waraq/user`. */
export interface UserFeed {
  readonly name: 'feed'
}

/** The feed of one account, with the operations that are performed on it. */
export interface Fed extends Pick<Feed, 'covers' | 'lists' | 'head'> {
  /** Reads what the feed reports since the last pull, and stores it. */
  pull(parts: { readonly outbox: Outbox; readonly clock: Clock }, signal: AbortSignal): Promise<void>
  /** Delivers what the feed covers. */
  exchange(options: DeliverOptions, signal: AbortSignal): Promise<Turn>
}

export interface FedOptions extends FeedOptions {
  /** Called when the feed answers with an error that every further pull would repeat. */
  readonly onUseless: () => void
}

/** The internal form of `userFeed`. */
export interface OpenableFeed extends UserFeed {
  open(options: FedOptions): Fed
}
