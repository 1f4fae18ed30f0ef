import * as z from 'zod/mini'
import { dateTime, list, nullish, verbatimObject, word } from './json.ts'
import type { ChangeType, RecordType, ResourceGroup } from './vocabulary.ts'

const sequence = /* @__PURE__ */ z.int().check(z.gte(0))

/**
 * One change of the feed, applied by the client. Row changes have `record_type`, `record_key` and, except for ROW_DELETE, the
 * full row in `data`. RESOURCE_CREATE and RESOURCE_INVALIDATE have `snapshot_url`. A RESOURCE_DELETE of a resource that is no
 * longer public has `unavailable_reason`. Unknown fields are kept.
 */
export const Mutation = z.looseObject({
  /** Monotonic over the entire feed. */
  sequence,
  type: word<ChangeType>(),
  resource_group: word<ResourceGroup>(),
  resource_id: /* @__PURE__ */ z.int().check(z.gte(1)),
  /** Null for articles. */
  resource_content_id: nullish(z.int()),
  record_type: nullish(word<RecordType>()),
  record_key: nullish(z.string()),
  source_record_id: nullish(z.int()),
  changed_at: dateTime,
  data: nullish(verbatimObject),
  /** Relative, starting with /api/v4/. */
  snapshot_url: nullish(z.string()),
  unavailable_reason: nullish(z.string()),
})
export type Mutation = z.infer<typeof Mutation>

/** One page of the feed, without its `sync` wrapper. */
export const SyncPage = z.looseObject({
  /** The highest sequence that the batch of pages covers; the same on each of its pages. */
  sync_until_sequence: sequence,
  has_more: z.boolean(),
  /** Relative, starting with /api/v4/. Opaque. */
  next_page_url: nullish(z.string()),
  /** Opaque sync token; null on all pages but the last. */
  next_sync_token: nullish(z.string()),
  /** Empty when nothing changed. */
  mutations: list(Mutation),
})
export type SyncPage = z.infer<typeof SyncPage>

/** Body of `GET /api/v4/resources/sync`. */
export const SyncResponse = z.looseObject({ sync: SyncPage })
export type SyncResponse = z.infer<typeof SyncResponse>
