import {
  GetPreferencesResponse,
  UpdatePreferenceBody,
  UpdatePreferenceQuery,
  UpdatePreferenceResponse,
  UpdatePreferencesBody,
  UpdatePreferencesQuery,
  UpdatePreferencesResponse,
} from '@waraq/contract/user'
import { operation } from '../operation.ts'

export const preferences = {
  get: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/preferences',
    answer: GetPreferencesResponse,
    scope: 'preference.read',
    repeat: 'safe',
  }),
  /** One field of one section. */
  update: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'POST',
    path: '/v1/preferences',
    query: UpdatePreferenceQuery,
    body: UpdatePreferenceBody,
    answer: UpdatePreferenceResponse,
    scope: 'preference.update',
    repeat: 'safe',
  }),
  /** Each section that is sent. */
  updateAll: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'POST',
    path: '/v1/preferences/bulk',
    query: UpdatePreferencesQuery,
    body: UpdatePreferencesBody,
    answer: UpdatePreferencesResponse,
    scope: 'preference.update',
    repeat: 'safe',
  }),
}
