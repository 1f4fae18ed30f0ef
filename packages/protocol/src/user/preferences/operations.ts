import type * as z from 'zod/mini'
import { confirmation, dataOf } from '../parts/answers.ts'
import { MushafId } from '../parts/mushaf.ts'
import { query } from '../parts/objects.ts'
import { Preference } from './preference.ts'

/** POST /v1/preferences: the mushaf for which the preferences are stored. */
export const UpdatePreferenceQuery = /* @__PURE__ */ query({ mushafId: MushafId })
export type UpdatePreferenceQuery = z.infer<typeof UpdatePreferenceQuery>
export const UpdatePreferenceResponse = /* @__PURE__ */ confirmation(['preference updated'])
export type UpdatePreferenceResponse = z.infer<typeof UpdatePreferenceResponse>

/** GET /v1/preferences */
export const GetPreferencesResponse = /* @__PURE__ */ dataOf(Preference)
export type GetPreferencesResponse = z.infer<typeof GetPreferencesResponse>

/** POST /v1/preferences/bulk, with an `UpdatePreferencesBody`. */
export const UpdatePreferencesQuery = /* @__PURE__ */ query({ mushafId: MushafId })
export type UpdatePreferencesQuery = z.infer<typeof UpdatePreferencesQuery>
export const UpdatePreferencesResponse = /* @__PURE__ */ confirmation(['preferences updated'])
export type UpdatePreferencesResponse = z.infer<typeof UpdatePreferencesResponse>
