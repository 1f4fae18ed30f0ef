import { ListAppStateChangesQuery, ListAppStateQuery, PutAppStateBody } from '@waraq/protocol/user'
import { appStateForms } from '../app-state-forms.ts'
import { auth } from '../operation.ts'

/**
 * App State: the application's own JSON documents, stored for a signed-in user. Not part of `userOperations`, because hardly
 * any application needs it. Use `userClientOf({ appState }, options)` for a client; `createUserDataProxy` accepts it next to
 * other operations.
 *
 * A write names the state that it replaces: `ifMatch` with the quoted ETag as received, or `ifNoneMatch: '*'` if no document
 * may exist yet. Its `idempotencyKey` makes a repeat harmless: the same key with the same body gets the same answer.
 */
export const appState = {
  /** The available collections, and the limits. */
  configuration: /* @__PURE__ */ auth('GET /v1/app-state:config', null, 'json', {
    own: appStateForms,
  }),
  /** All documents, page by page. The last page has the sync token with which changes are requested. */
  bootstrap: /* @__PURE__ */ auth('GET /v1/app-state:bootstrap', null, 'json', {
    query: ListAppStateQuery,
    own: appStateForms,
  }),
  /** Changes since a sync token. Answers 410 if the token is too old: bootstrap again. */
  changes: /* @__PURE__ */ auth('GET /v1/app-state:changes', null, 'json', {
    query: ListAppStateChangesQuery,
    own: appStateForms,
  }),
  list: /* @__PURE__ */ auth('GET /v1/app-state/{collection}', null, 'json', {
    query: ListAppStateQuery,
    own: appStateForms,
  }),
  get: /* @__PURE__ */ auth('GET /v1/app-state/{collection}/{key}', null, 'json', {
    own: appStateForms,
  }),
  put: /* @__PURE__ */ auth('PUT /v1/app-state/{collection}/{key}', null, 'json', {
    body: PutAppStateBody,
    own: appStateForms,
    conditional: true,
  }),
  delete: /* @__PURE__ */ auth('DELETE /v1/app-state/{collection}/{key}', null, 'json', {
    own: appStateForms,
    conditional: true,
  }),
}
