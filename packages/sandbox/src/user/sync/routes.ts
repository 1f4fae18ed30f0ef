import { PullSyncQuery, PushSyncBody, PushSyncQuery } from '@waraq/protocol/user'
import type { FaultEffect } from '../../faults/fault.ts'
import { unprocessable } from '../parts/refusal.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import type { World } from '../parts/world.ts'
import { pullFeed, type FeedAreas } from './feed.ts'
import { pushToFeed } from './push.ts'

type Faults = NonNullable<FaultEffect['userFeed']>

/** The feed of user data, over the same areas as the operations. */
export function syncFeedRoutes(areas: FeedAreas, world: World): UserRoute[] {
  const areasOf = ({ readingBookmarks }: Faults): FeedAreas => ({
    ...areas,
    readingForm: readingBookmarks ?? areas.readingForm,
  })
  return [
    route(
      'GET',
      '/v1/sync',
      { scope: 'sync', query: PullSyncQuery },
      ({ userId, scopes, query, effect: { userFeed: faults = {} } }) =>
        done(pullFeed(areasOf(faults), { userId, scopes, query, faults })),
    ),
    route(
      'POST',
      '/v1/sync',
      { scope: 'sync', query: PushSyncQuery, body: PushSyncBody, refuseBody: unprocessable },
      ({ userId, scopes, query, body, effect: { userFeed: faults = {} } }) =>
        done(pushToFeed(areasOf(faults), world, { userId, scopes, ...query, ...body, faults })),
    ),
  ]
}
