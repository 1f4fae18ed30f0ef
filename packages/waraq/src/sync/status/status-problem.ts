import { filterCovers, parseFilter, resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import { meaningOf, isNetworkError } from '../errors/error-meanings.ts'
import { problemOf, type Problem } from './problem.ts'
import type { ScheduleStatus } from '../schedule/schedule-status.ts'
import type { OpenedDatabase } from '../../store/open/open-database.ts'
import { dataFormat, type SubscriptionRecord } from '../../store/records.ts'
import { newerFormat } from '../../store/writer.ts'
import { errorOf } from '../tabs/joining.ts'

/** Problems derived from the stored records. */

/** Damage of stored content, as far as the bookkeeping shows it. */
function damage(what: string): Parameters<typeof problemOf>[0] {
  const message = `${what} is damaged on this device. It is fetched again with the next sync.`
  return { code: 'resource_damaged', message }
}

/** Returns the problem of damaged resources that the filter covers. They count as absent. */
export function damageProblem(
  { filter }: Pick<SubscriptionRecord, 'filter'>,
  damaged: readonly ResourceRef[],
  nextTryAt: number | null,
): Problem | null {
  const parsed = parseFilter(filter)
  const keys = damaged.filter((ref) => filterCovers(parsed, ref)).map(resourceKey)
  if (keys.length === 0) return null
  const more = keys.length > 3 ? ` (and ${keys.length - 3} more)` : ''
  return problemOf(damage(`Part of ${keys.slice(0, 3).join(', ')}${more}`), { filter, nextTryAt })
}

/** Returns the problem of the subscription's latest run. */
export function runProblem(
  { filter, lastRun }: SubscriptionRecord,
  nextTryAt: number | null,
): Problem | null {
  const error = lastRun && errorOf(lastRun)
  if (!error) return null
  const { harmless, wholeRun } = meaningOf(error.code)
  if (harmless) return null
  const since = (lastRun.since ?? lastRun.at) || null
  const unanswered = isNetworkError(error)
  // If the subscription's record was damaged, no run stored a message.
  return problemOf(error.message ? error : damage(`The record of ${filter}`), {
    unanswered,
    filter: wholeRun ? null : filter,
    since,
    nextTryAt,
  })
}

/**
 * Returns the problem of a filter that names ids which the service does not list: usually a wrong id. `known`: resources that
 * the service has, or withdrew with a reason, which the resource's record contains.
 */
export function unlistedProblem(
  { filter, currentAt, listed }: Pick<SubscriptionRecord, 'filter' | 'currentAt' | 'listed'>,
  known: ReadonlySet<ResourceKey>,
  nextTryAt: number | null,
): Problem | null {
  if (currentAt === null) return null
  const named = parseFilter(filter).groups.flatMap(({ group, ids }) =>
    ids === '*' ? [] : ids.map((id) => resourceKey({ group, id })),
  )
  const missing = named.filter((key) => !listed.includes(key) && !known.has(key))
  if (missing.length === 0) return null
  const message = `The service lists no ${missing.join(', ')}. Check the id: there is no such resource, or this client may not sync it.`
  return problemOf({ code: 'not_listed', message }, { filter, nextTryAt })
}

/** Returns the problem of a sync that could not start its runs: only its error code is stored. */
function syncProblem({ schedule, silent, nextTryAt }: Circumstances): Problem | null {
  const code = schedule?.errorCode
  if (!code || schedule.failures === 0 || meaningOf(code).harmless) return null
  const message = `The latest sync could not begin (${code}). It is tried again by itself; sync() tells more.`
  return problemOf({ code, message }, { unanswered: silent, since: schedule.lastSyncAt, nextTryAt })
}

/**
 * Returns the problem of content that is hidden because it is stale. `met`: the problem that keeps a sync from confirming it,
 * if known. Otherwise this device had no network, or the application was not opened.
 */
export function hiddenProblem(filter: string, days: number, met: Problem | null): Problem {
  const message = `No sync has confirmed ${filter} for more than ${days} days, so it is not shown until one does.`
  const remedy = met ? `${met.message} ${met.remedy}`.trim() : 'Connect to the network.'
  return {
    ...(met ?? problemOf({ code: 'content_stale', message })),
    message,
    remedy,
    filter,
    code: 'content_stale',
  }
}

export interface Circumstances {
  readonly format: number
  readonly database: Pick<OpenedDatabase, 'kind' | 'cause'>
  /** The problem of each subscription, in the order of the subscriptions. */
  readonly met: readonly (Problem | null)[]
  readonly schedule: ScheduleStatus | null
  /** The latest sync got no answer at all. */
  readonly silent: boolean
  readonly nextTryAt: number | null
}

/**
 * Returns the most severe problem, in this order:
 *
 * - The database cannot be written.
 * - Content of a subscription is hidden.
 * - No subscription becomes current.
 * - The library is only in memory.
 * - One subscription does not become current.
 * - A sync could not start its runs.
 */
export function worstProblem(circumstances: Circumstances): Problem | null {
  const { format, database, met } = circumstances
  if (format > dataFormat) return problemOf(newerFormat(format))
  const hidden = met.find((problem) => problem?.code === 'content_stale')
  const ofAll = met.find((problem) => problem?.filter === null)
  const notStored = database.kind === 'memory' && database.cause ? problemOf(database.cause) : null
  const ofOne = met.find((problem) => problem !== null)
  return hidden ?? ofAll ?? notStored ?? ofOne ?? syncProblem(circumstances)
}
