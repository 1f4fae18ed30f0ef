import {
  PullSyncQuery,
  PullSyncResponse,
  PushSyncBody,
  PushSyncQuery,
  PushSyncResponse,
} from '@waraq/protocol/user'
import { auth } from '../operation.ts'

/**
 * The feed of user data, for clients that were approved for the scope `sync`. No part of `userOperations`: the issuer refuses a
 * sign-in that asks for a scope which the client has not. `userClientOf({ ...userOperations, sync }, options)` has it.
 */
export const sync = {
  /** What changed since then. */
  pull: /* @__PURE__ */ auth('GET /v1/sync', 'sync', PullSyncResponse, { query: PullSyncQuery }),
  /** Changes of this device, on top of what the last pull said: `out_of_sync` where the feed has moved since. */
  push: /* @__PURE__ */ auth('POST /v1/sync', 'sync', PushSyncResponse, {
    query: PushSyncQuery,
    body: PushSyncBody,
  }),
}
