import { ListAppStateChangesQuery, ListAppStateQuery, PutAppStateBody } from '@waraq/contract/user'
import { appStateForms } from '../app-state-forms.ts'
import { operation } from '../operation.ts'

/**
 * App State: JSON documents of the application's own, kept for a signed-in user. No part of `userOperations`, because hardly any
 * application needs it: `userClientOf({ appState }, options)` has it, and `createUserDataProxy` takes it beside others.
 *
 * A write names the state that it replaces: `ifMatch` with the quoted ETag as it came, or `ifNoneMatch: '*'` where nothing is to be
 * there. Its `idempotencyKey` makes a repeat of it harmless: the same key with the same body gets the same answer.
 */
export const appState = {
  /** The collections that there are, and the limits. */
  configuration: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/app-state:config',
    answer: 'json',
    scope: null,
    own: appStateForms,
    repeat: 'safe',
  }),
  /** All documents, page by page; the last page has the sync token that changes are asked for with. */
  bootstrap: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/app-state:bootstrap',
    query: ListAppStateQuery,
    answer: 'json',
    scope: null,
    own: appStateForms,
    repeat: 'safe',
  }),
  /** What changed since a sync token. 410 where that is too old: bootstrap again. */
  changes: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/app-state:changes',
    query: ListAppStateChangesQuery,
    answer: 'json',
    scope: null,
    own: appStateForms,
    repeat: 'safe',
  }),
  list: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/app-state/{collection}',
    query: ListAppStateQuery,
    answer: 'json',
    scope: null,
    own: appStateForms,
    repeat: 'safe',
  }),
  get: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/app-state/{collection}/{key}',
    answer: 'json',
    scope: null,
    own: appStateForms,
    repeat: 'safe',
  }),
  put: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'PUT',
    path: '/v1/app-state/{collection}/{key}',
    body: PutAppStateBody,
    answer: 'json',
    scope: null,
    own: appStateForms,
    repeat: 'safe',
    conditional: true,
  }),
  delete: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'DELETE',
    path: '/v1/app-state/{collection}/{key}',
    answer: 'json',
    scope: null,
    own: appStateForms,
    repeat: 'safe',
    conditional: true,
  }),
}
