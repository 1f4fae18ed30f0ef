import {
  PullSyncQuery,
  PullSyncResponse,
  PushSyncBody,
  PushSyncQuery,
  PushSyncResponse,
} from '@waraq/contract/user'
import { operation } from '../operation.ts'

/**
 * The feed of user data, for clients that were approved for the scope `sync`. No part of `userOperations`: the issuer refuses a
 * sign-in that asks for a scope which the client has not. `userClientOf({ ...userOperations, sync }, options)` has it.
 */
export const sync = {
  /** What changed since then. */
  pull: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/sync',
    query: PullSyncQuery,
    answer: PullSyncResponse,
    scope: 'sync',
    repeat: 'safe',
  }),
  /** Changes of this device, on top of what the last pull said: `out_of_sync` where the feed has moved since. */
  push: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'POST',
    path: '/v1/sync',
    query: PushSyncQuery,
    body: PushSyncBody,
    answer: PushSyncResponse,
    scope: 'sync',
    repeat: 'unsafe',
  }),
}
