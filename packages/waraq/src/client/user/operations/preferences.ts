import {
  GetPreferencesResponse,
  UpdatePreferenceBody,
  UpdatePreferenceQuery,
  UpdatePreferenceResponse,
  UpdatePreferencesBody,
  UpdatePreferencesQuery,
  UpdatePreferencesResponse,
} from '@waraq/protocol/user'
import { auth } from '../operation.ts'

export const preferences = {
  get: /* @__PURE__ */ auth('GET /v1/preferences', 'preference.read', GetPreferencesResponse),
  /** Updates one field of one section. */
  update: /* @__PURE__ */ auth('POST /v1/preferences', 'preference.update', UpdatePreferenceResponse, {
    query: UpdatePreferenceQuery,
    body: UpdatePreferenceBody,
    repeat: 'safe',
  }),
  /** Updates each section that is sent. */
  updateAll: /* @__PURE__ */ auth(
    'POST /v1/preferences/bulk',
    'preference.update',
    UpdatePreferencesResponse,
    { query: UpdatePreferencesQuery, body: UpdatePreferencesBody, repeat: 'safe' },
  ),
}
