import { isWaraqError } from '@waraq/protocol'
import { feedOf } from '../transports/feed.ts'
import type { Feed } from '../transports/transport.ts'
import { exchange } from './exchange.ts'
import { faultOf } from './faults.ts'
import type { OpenableFeed, UserFeed } from './fed.ts'
import { pullFeed } from './pull.ts'

const openable: OpenableFeed = {
  name: 'feed',
  open({ onUseless, ...options }) {
    const feed = watched(feedOf(options), onUseless)
    return {
      ...feed,
      pull: (parts, signal) => pullFeed({ ...parts, feed }, signal),
      exchange: (parts, signal) => exchange({ ...parts, feed }, signal),
    }
  },
}

/** The feed as the transport for accounts whose person has allowed it. */
export const userFeed: UserFeed = openable

function watched(feed: Feed, onUseless: () => void): Feed {
  const watch = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      if (isUseless(error)) onUseless()
      throw error
    }
  }
  return {
    ...feed,
    head: (call) => watch(feed.head(call)),
    pull: (since, call) => watch(feed.pull(since, call)),
  }
}

/** Whether every further pull would fail in the same way. */
function isUseless(error: unknown): boolean {
  return (
    isWaraqError(error) &&
    (error.code === 'endless_list' || ['not_allowed', 'refused'].includes(faultOf(error)))
  )
}
