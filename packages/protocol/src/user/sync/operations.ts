import * as z from 'zod/mini'
import { dataOf } from '../parts/answers.ts'
import { list } from '../parts/list.ts'
import { documentedDefault, optionalFlag, optionalNumber, query } from '../parts/objects.ts'
import { AppliedSyncMutation, syncLimits, SyncMutation, syncResources } from './mutation.ts'

const optionalPositive = /* @__PURE__ */ z.optional(z.int().check(z.gte(1)))

/**
 * GET /v1/sync: the latest state of each entity that changed since `mutationsSince`, in milliseconds since the epoch; 0 for
 * all. With `metadataOnly`, only `lastMutationAt` is returned. The set can change between pages: pages belong together only if
 * all have the same `lastMutationAt` and `total`.
 */
export const PullSyncQuery = /* @__PURE__ */ query({
  mutationsSince: z.number(),
  resources: z.optional(list(z.enum(syncResources))),
  metadataOnly: documentedDefault(optionalFlag, false),
  limit: documentedDefault(z.optional(z.int().check(z.gte(1), z.lte(syncLimits.rows))), syncLimits.usualRows),
  page: documentedDefault(optionalPositive, 1),
})
export type PullSyncQuery = z.infer<typeof PullSyncQuery>
export const PullSyncResponse = /* @__PURE__ */ dataOf(
  z.looseObject({
    mutations: z.optional(list(SyncMutation)),
    lastMutationAt: z.number(),
    page: optionalNumber,
    limit: optionalNumber,
    total: optionalNumber,
    hasMore: optionalFlag,
  }),
)
export type PullSyncResponse = z.infer<typeof PullSyncResponse>

/** POST /v1/sync: `lastMutationAt` exactly as reported by the last pull. If the feed has changed since, the response is 409. */
export const PushSyncQuery = /* @__PURE__ */ query({ lastMutationAt: z.number() })
export type PushSyncQuery = z.infer<typeof PushSyncQuery>
/** The mutations that were applied, in the order in which they were sent. */
export const PushSyncResponse = /* @__PURE__ */ dataOf(
  z.looseObject({ mutations: list(AppliedSyncMutation), lastMutationAt: z.number() }),
)
export type PushSyncResponse = z.infer<typeof PushSyncResponse>
