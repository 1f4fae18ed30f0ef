import { isJsonObject, resourceKey, type ResourceKey } from '@waraq/protocol'
import { isCount } from '../../platform/channel.ts'
import type { Mode, Phase, ResourceProgress, SyncProgress } from '../run/report.ts'

/** The writer's current activity. Every engine of the database reports the same one. */
export interface Activity extends Omit<SyncProgress, 'resource'> {
  /** Progress of each resource of this run, in the order of their first progress. */
  readonly resources: readonly ResourceProgress[]
}

/** Returns the activity after a progress step. A run of another filter starts without resources. */
export function withProgress(before: Activity | null, progress: SyncProgress): Activity {
  const { resource, ...run } = progress
  const same = before?.filter === progress.filter && progress.phase !== 'opening' ? before.resources : []
  if (!resource) return { ...run, resources: same }
  const byKey = new Map<ResourceKey, ResourceProgress>(same.map((known) => [known.key, known]))
  return { ...run, resources: [...byKey.set(resource.key, resource).values()] }
}

const modes: Readonly<Record<Mode, true>> = { bootstrap: true, incremental: true }
const phases: Readonly<Record<Phase, true>> = {
  opening: true,
  paging: true,
  planning: true,
  fetching: true,
  committing: true,
  settled: true,
}
const resourcePhases: Readonly<Record<ResourceProgress['phase'], true>> = {
  waiting: true,
  downloading: true,
  writing: true,
  committing: true,
  done: true,
  unavailable: true,
  needed: true,
}

const isWordOf = <Word extends string>(words: Readonly<Record<Word, true>>, value: unknown): value is Word =>
  typeof value === 'string' && Object.hasOwn(words, value)

/** Limits for messages of other engines: characters of a filter, and resources of a run. A batch has fewer resources. */
const longestFilter = 1_000_000
const mostResources = 50_000

function readResource(data: unknown): ResourceProgress | undefined {
  if (!isJsonObject(data) || !isJsonObject(data['ref'])) return undefined
  const { phase, bytes, bytesExpected, rows } = data
  const { group, id } = data['ref']
  if (typeof group !== 'string' || group.length > 100 || !isCount(id)) return undefined
  const ref = { group, id }
  const key = resourceKey(ref)
  const fits =
    data['key'] === key &&
    isWordOf(resourcePhases, phase) &&
    isCount(bytes) &&
    (bytesExpected === null || isCount(bytesExpected)) &&
    isCount(rows)
  const restarted = data['restarted'] === true && ({ restarted: true } as const)
  return fits ? { key, ref, phase, bytes, bytesExpected, rows, ...restarted } : undefined
}

/** Decodes the activity received from another engine. Undefined if `data` is none. */
export function readActivity(data: unknown): Activity | undefined {
  if (!isJsonObject(data) || !isJsonObject(data['snapshots']) || !Array.isArray(data['resources']))
    return undefined
  const { filter, mode, phase, pages, mutations } = data
  const { total, done } = data['snapshots']
  if (data['resources'].length > mostResources) return undefined
  const resources = data['resources'].map(readResource)
  const fits =
    typeof filter === 'string' &&
    filter.length <= longestFilter &&
    (mode === null || isWordOf(modes, mode)) &&
    isWordOf(phases, phase) &&
    [pages, mutations, total, done].every(isCount) &&
    !resources.includes(undefined)
  return fits
    ? ({ filter, mode, phase, pages, mutations, snapshots: { total, done }, resources } as Activity)
    : undefined
}
