import {
  filterCovers,
  formatFilter,
  type Mutation,
  parseResourceKey,
  resourceKey,
  type JsonObject,
} from '@waraq/protocol'
import { Hono } from 'hono'
import type { FaultEffect } from '../faults/fault.ts'
import { randomFor, shuffled } from '../random.ts'
import { snapshotUrl } from '../service/content-service.ts'
import type { StoredResource } from '../service/stored-resource.ts'
import type { RouteEnv, ServiceDependencies } from './context.ts'
import { json } from './errors.ts'
import { type PageRequest, readPageRequest, readSyncQuery } from './sync-request.ts'

/** How a bootstrap represents a resource: as a creation at its last reset. */
function asCreation(resource: StoredResource, bound: number): Mutation {
  const { sequence, time } = resource.resetAt(bound)
  return {
    sequence,
    type: 'RESOURCE_CREATE',
    resource_group: resource.group,
    resource_id: resource.id,
    resource_content_id: resource.contentId,
    record_type: null,
    record_key: null,
    source_record_id: null,
    changed_at: new Date(time).toISOString(),
    data: null,
    snapshot_url: snapshotUrl(resource),
    unavailable_reason: null,
  }
}

/** The changes of a page, plus one more if there are more. */
function changesAfter(parts: ServiceDependencies, request: PageRequest, bound: number): Mutation[] {
  const { service, quirks } = parts
  if (request.mode === 'incremental') {
    const covers = (key: string) => filterCovers(request.filter, parseResourceKey(key)!)
    return service.log.between(request.after, bound, covers, request.perPage + 1)
  }
  return service
    .publicAt(bound, request.filter)
    .filter((resource) => resource.resetAt(bound).sequence > request.after)
    .filter((resource) => !quirks.bootstrapOmits?.includes(resourceKey(resource)))
    .slice(0, request.perPage + 1)
    .map((resource) => asCreation(resource, bound))
}

/** Answers one page. All pages of a batch share the bound that the first one set. */
function answerPage(parts: ServiceDependencies, request: PageRequest, newest: number) {
  const bound = request.bound ?? Math.max(newest, request.after)
  const filter = formatFilter(request.filter)
  const changes = changesAfter(parts, request, bound)
  const mutations = changes.slice(0, request.perPage)
  const hasMore = changes.length > mutations.length
  const { mode, perPage } = request
  const next = () => {
    const after = mutations.at(-1)!.sequence
    const cursor = parts.sealer.seal({ kind: 'cursor', mode, filter, perPage, bound, after })
    const query = `cursor=${cursor}&resources=${encodeURIComponent(filter)}&per_page=${perPage}`
    return `/api/v4/resources/sync?${query}`
  }
  return {
    sync_until_sequence: bound,
    has_more: hasMore,
    next_page_url: hasMore ? next() : null,
    next_sync_token: hasMore ? null : parts.sealer.seal({ kind: 'token', filter, sequence: bound }),
    mutations,
  }
}

/** `GET /content/api/v4/resources/sync`: the change feed. */
export function syncRoutes(parts: ServiceDependencies) {
  return new Hono<RouteEnv>().get('/resources/sync', (c) => {
    const query = readSyncQuery(new URL(c.req.url), parts.quirks.unencodedSemicolonCutsFilter ?? false)
    const request = readPageRequest(query, parts.sealer, parts.service)
    if (request instanceof Response) return request
    const effect = c.get('effect')
    const newest = parts.service.log.current - (effect.staleFeed?.behind ?? 0)
    return json({ sync: withPageEffects(answerPage(parts, request, newest), effect, parts.seed) })
  })
}

/** Applies effects to a page of the feed. */
function withPageEffects(page: JsonObject, effect: FaultEffect, seed: number): JsonObject {
  let mutations = [...(page['mutations'] as readonly JsonObject[])]
  const bound = page['sync_until_sequence']
  const added = effect.addMutations ?? []
  mutations.push(
    ...added.map((mutation) => ({ sequence: bound, changed_at: new Date(0).toISOString(), ...mutation })),
  )
  if (effect.duplicateMutations) mutations = mutations.flatMap((mutation) => [mutation, mutation])
  if (effect.shuffleMutations)
    mutations = shuffled(randomFor(seed, 'shuffled page', String(bound)), mutations)
  return { ...page, mutations, ...effect.page }
}
