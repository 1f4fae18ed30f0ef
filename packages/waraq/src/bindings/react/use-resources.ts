import { resourceKey, type ResourceRef } from '@waraq/protocol'
import { query } from '../../quran/readers/query.ts'
import { useLiveQuery, type LiveOptions } from './use-live-query.ts'

/** The query of `useResources`, for `prefetch`. */
export const resourcesQuery = query('resources', async (view) => view.resources())

/** All known resources, by group and id. */
export function useResources(options?: LiveOptions) {
  return useLiveQuery(resourcesQuery, options)
}

export function useResource(ref: ResourceRef, options?: LiveOptions) {
  return useLiveQuery(
    query(`resource ${resourceKey(ref)}`, async (view) => view.resource(ref)),
    options,
  )
}
