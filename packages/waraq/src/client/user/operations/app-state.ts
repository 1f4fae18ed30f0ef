import { ListAppStateChangesQuery, ListAppStateQuery, PutAppStateBody } from '@waraq/protocol/user'
import { appStateForms } from '../app-state-forms.ts'
import { auth } from '../operation.ts'

/**
 * App State: JSON documents of the application's own, kept for a signed-in user. No part of `userOperations`, because hardly any
 * application needs it: `userClientOf({ appState }, options)` has it, and `createUserDataProxy` takes it beside others.
 *
 * A write names the state that it replaces: `ifMatch` with the quoted ETag as it came, or `ifNoneMatch: '*'` where nothing is to be
 * there. Its `idempotencyKey` makes a repeat of it harmless: the same key with the same body gets the same answer.
 */
export const appState = {
  /** The collections that there are, and the limits. */
  configuration: /* @__PURE__ */ auth('GET /v1/app-state:config', null, 'json', {
    own: appStateForms,
  }),
  /** All documents, page by page; the last page has the sync token that changes are asked for with. */
  bootstrap: /* @__PURE__ */ auth('GET /v1/app-state:bootstrap', null, 'json', {
    query: ListAppStateQuery,
    own: appStateForms,
  }),
  /** What changed since a sync token. 410 where that is too old: bootstrap again. */
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
