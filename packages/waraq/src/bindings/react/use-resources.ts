import { resourceKey, type ResourceRef } from '@waraq/protocol'
import { query } from '../../quran/readers/query.ts'
import { useLive, type LiveOptions } from './use-live.ts'

/** The question of `useResources`, for `preloadLive`. */
export const resourcesQuery = query('resources', async (view) => view.resources())

/** All resources known, by group and id. */
export function useResources(options?: LiveOptions) {
  return useLive(resourcesQuery, options)
}

export function useResource(ref: ResourceRef, options?: LiveOptions) {
  return useLive(
    query(`resource ${resourceKey(ref)}`, async (view) => view.resource(ref)),
    options,
  )
}
