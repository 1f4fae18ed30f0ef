import { resourceKey, type Mutation } from '@waraq/protocol'
import type { Probe } from '../../doctor/probe.ts'
import { judgeRefusal, type Expected } from '../../doctor/checks/refusals.ts'
import { notSeen, type Sight } from '../../doctor/report.ts'
import { readBatch, type Batch } from '../../service/page-set.ts'

/** The path of a sync request with these parameters, percent-encoded. */
export const syncPath = (parameters: Readonly<Record<string, string>>) =>
  `/api/v4/resources/sync?${new URLSearchParams(parameters)}`

/** Has a path asked that has to be refused, and holds the answer against how. */
export async function refusalOf(
  { connection: { client, watch } }: Probe,
  path: string,
  expected: Expected,
): Promise<Sight> {
  return judgeRefusal(await watch(() => client.syncPage(path)), expected)
}

/** The whole set since a token, or from the beginning. */
export const readSince = (
  { connection: { client } }: Probe,
  filter: string,
  syncToken?: string,
  perPage = 100,
): Promise<Batch> =>
  readBatch(client, { filter, perPage, ...(syncToken === undefined ? { bootstrap: true } : { syncToken }) })

/** A set that has row changes: those that the service was asked for since `before` was read. */
export interface Changes {
  readonly filter: string
  readonly before: Batch
  readonly set: Batch
}

/**
 * What the feed tells after the service was asked to do something; undefined where it cannot, or the feed tells nothing. Each call
 * brings something new.
 */
export async function changesBy(
  probe: Probe,
  occasion: 'rows' | 'edition' | 'withdrawal',
): Promise<Changes | undefined> {
  const { filter } = await probe.everything()
  const before = await readSince(probe, filter)
  await probe.bring(occasion)
  const set = await readSince(probe, filter, before.token)
  return set.mutations.length === 0 ? undefined : { filter, before, set }
}

export const noChanges: Sight = notSeen(
  'The feed told no change meanwhile.',
  'Give an address that makes the service change something: --occasions URL.',
)

/** The parts of a change by which two are the same. */
export const nameOf = ({ sequence, type, resource_group, resource_id, record_type, record_key }: Mutation) =>
  [sequence, type, resource_group, resource_id, record_type ?? '', record_key ?? ''].join(' ')

export const resourceOf = ({ resource_group: group, resource_id: id }: Mutation) => resourceKey({ group, id })

/** The first text that stands in a list twice. */
export function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(name).size)
}
