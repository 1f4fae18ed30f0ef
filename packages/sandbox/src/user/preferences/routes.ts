import {
  UpdatePreferencesBody,
  UpdatePreferenceBody,
  UpdatePreferenceQuery,
  UpdatePreferencesQuery,
} from '@waraq/protocol/user'
import { done, route, type UserRoute } from '../parts/route.ts'
import type { Preferences } from './preferences.ts'

/** The operations on preferences. Their schemas refuse a whole section that lacks a required field. */
export function preferenceRoutes({ preferences }: { readonly preferences: Preferences }): UserRoute[] {
  return [
    route('GET', '/v1/preferences', { scope: 'preference.read' }, ({ userId }) =>
      done(preferences.of(userId)),
    ),
    route(
      'POST',
      '/v1/preferences',
      { scope: 'preference.update', query: UpdatePreferenceQuery, body: UpdatePreferenceBody },
      ({ userId, body }) => {
        preferences.setField(userId, body)
        return done({ message: 'preference updated' })
      },
    ),
    route(
      'POST',
      '/v1/preferences/bulk',
      { scope: 'preference.update', query: UpdatePreferencesQuery, body: UpdatePreferencesBody },
      ({ userId, body }) => {
        preferences.setSections(userId, body)
        return done({ message: 'preferences updated' })
      },
    ),
  ]
}
