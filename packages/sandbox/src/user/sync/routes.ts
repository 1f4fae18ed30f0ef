import { PullSyncQuery, PushSyncBody, PushSyncQuery } from '@waraq/contract/user'
import { unprocessable } from '../parts/refusal.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import type { World } from '../parts/world.ts'
import { pullFeed, type FeedAreas } from './feed.ts'
import { pushToFeed } from './push.ts'

/** The feed of user data, over the areas that the operations have as well. */
export function syncFeedRoutes(areas: FeedAreas, world: World): UserRoute[] {
  return [
    route('GET', '/v1/sync', { scope: 'sync', query: PullSyncQuery }, ({ userId, scopes, query, effect }) =>
      done(pullFeed(areas, { userId, scopes, query, faults: effect.userFeed ?? {} })),
    ),
    route(
      'POST',
      '/v1/sync',
      { scope: 'sync', query: PushSyncQuery, body: PushSyncBody, refuseBody: unprocessable },
      ({ userId, scopes, query, body, effect }) =>
        done(pushToFeed(areas, world, { userId, scopes, ...query, ...body, faults: effect.userFeed ?? {} })),
    ),
  ]
}
