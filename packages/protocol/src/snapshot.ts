import * as z from 'zod/mini'
import { list, nullish, verbatimObject, word } from './json.ts'
import type { ResourceGroup } from './vocabulary.ts'

/** The fields of a snapshot around its records. They may come before or after them. */
export const SnapshotEnvelope = z.looseObject({
  resource_group: word<ResourceGroup>(),
  resource_id: /* @__PURE__ */ z.int().check(z.gte(1)),
  /** Null for articles. */
  resource_content_id: nullish(z.int()),
  /** Version of the payload's shape. */
  schema_version: z.int(),
  /** The service's current sequence when the snapshot was read. Not a checkpoint. */
  sync_sequence: /* @__PURE__ */ z.int().check(z.gte(0)),
})
export type SnapshotEnvelope = z.infer<typeof SnapshotEnvelope>

/** Body of `GET /api/v4/resources/snapshots/{group}/{id}`: the complete current row list of one resource. */
export const Snapshot = z.extend(SnapshotEnvelope, { records: list(verbatimObject) })
export type Snapshot = z.infer<typeof Snapshot>
