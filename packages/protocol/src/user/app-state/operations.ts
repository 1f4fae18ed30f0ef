import * as z from 'zod/mini'
import { optionalText, query } from '../parts/objects.ts'

/**
 * App State: an application's own documents, which the service stores for a signed-in user. Each document is named by a
 * collection and a key. Known from the types and the sources of the service's own client, which also describe the responses.
 */

const limit = /* @__PURE__ */ z.optional(z.int().check(z.gte(1)))

/** GET /v1/app-state:bootstrap and GET /v1/app-state/{collection}: a page, or the page that a cursor names. */
export const ListAppStateQuery = /* @__PURE__ */ query({ cursor: optionalText, limit })
export type ListAppStateQuery = z.infer<typeof ListAppStateQuery>

/** GET /v1/app-state:changes: the changes since a sync token. */
export const ListAppStateChangesQuery = /* @__PURE__ */ query({ since: z.string(), limit })
export type ListAppStateChangesQuery = z.infer<typeof ListAppStateChangesQuery>

/** PUT /v1/app-state/{collection}/{key}: the complete document. `schemaVersion` is the application's own. */
export const PutAppStateBody = /* @__PURE__ */ z.strictObject({ schemaVersion: z.int(), value: z.unknown() })
export type PutAppStateBody = z.infer<typeof PutAppStateBody>
