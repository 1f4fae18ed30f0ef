import type { JsonObject } from '@waraq/protocol'
import { Hono } from 'hono'
import type { FaultEffect } from '../faults/fault.ts'
import { currentRows, serialiseRows, snapshotStream } from '../service/snapshot-body.ts'
import type { RouteEnv, ServiceDependencies } from './context.ts'
import { contentSyncError, json, standardError } from './errors.ts'

/** The sequences that the answer represents. Both are the current one, unless a fault requests a lagging replica. */
function moments(effect: FaultEffect, current: number) {
  const stale = effect.staleSnapshot
  const behind = stale?.behind ?? 0
  return {
    rowsAt: Math.max(0, current - (stale?.rowsBehind ?? behind)),
    sequence: Math.max(0, current - (stale?.sequenceBehind ?? behind)),
  }
}

function streamed(body: ReturnType<typeof snapshotStream>, gzip: boolean): Response {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  if (!gzip)
    return new Response(body.stream, { headers: { ...headers, 'content-length': String(body.bytes) } })
  const packed = body.stream.pipeThrough(new CompressionStream('gzip'))
  return new Response(packed, {
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
  })
}

/** `GET /content/api/v4/resources/snapshots/{group}/{id}`: all current rows of a resource. */
export function snapshotRoutes(parts: ServiceDependencies) {
  const { service } = parts
  return new Hono<RouteEnv>().get('/resources/snapshots/:group/:id', (c) => {
    const { group, id } = c.req.param()
    if (!service.knowsGroup(group)) {
      return contentSyncError('unknown_resource_group', `There is no group ${group}.`)
    }
    if (!/^[1-9][0-9]*$/.test(id)) return standardError(400, 'The id has to be a whole number from 1.')
    const effect = c.get('effect')
    const { rowsAt, sequence } = moments(effect, service.log.current)
    const resource = service.find({ group, id: Number(id) })
    if (!resource?.publicAt(rowsAt)) {
      return contentSyncError('snapshot_not_found', `${group}:${id} is not public or does not exist.`)
    }
    const envelope: JsonObject = {
      resource_group: group,
      resource_id: resource.id,
      resource_content_id: resource.contentId,
      schema_version: 1,
      sync_sequence: sequence,
      ...effect.envelope,
    }
    if ('records' in envelope) return json(envelope)
    const present = rowsAt === service.log.current
    const rows = present ? currentRows(resource) : serialiseRows(resource.history.rowsAt(rowsAt))
    const gzip = parts.gzip && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
    return streamed(snapshotStream(envelope, rows), gzip)
  })
}
