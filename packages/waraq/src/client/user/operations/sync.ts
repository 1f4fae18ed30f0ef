import {
  PullSyncQuery,
  PullSyncResponse,
  PushSyncBody,
  PushSyncQuery,
  PushSyncResponse,
} from '@waraq/protocol/user'
import { auth } from '../operation.ts'

/**
 * The feed of user data, for clients that were approved for the scope `sync`. Not part of `userOperations`: the issuer
 * refuses a sign-in that requests a scope which the client does not have. Use
 * `userClientOf({ ...userOperations, sync }, options)`.
 */
export const sync = {
  /** Changes since the given time. */
  pull: /* @__PURE__ */ auth('GET /v1/sync', 'sync', PullSyncResponse, { query: PullSyncQuery }),
  /** Sends changes of this device, based on the result of the last pull. Answers `out_of_sync` if the feed has changed since. */
  push: /* @__PURE__ */ auth('POST /v1/sync', 'sync', PushSyncResponse, {
    query: PushSyncQuery,
    body: PushSyncBody,
  }),
}
