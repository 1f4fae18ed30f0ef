import { resourceKey, type Mutation } from '@waraq/protocol'
import type { Probe } from '../../doctor/probe.ts'
import { judgeRefusal, type Expected } from '../../doctor/checks/refusals.ts'
import { untested, type CheckResult } from '../../doctor/report.ts'
import { readBatch, type Batch } from '../../service/page-set.ts'

/** The path of a sync request with these parameters, percent-encoded. */
export const syncPath = (parameters: Readonly<Record<string, string>>) =>
  `/api/v4/resources/sync?${new URLSearchParams(parameters)}`

/** Requests a path that the service must refuse, and checks the refusal. */
export async function refusalOf(
  { connection: { client, watch } }: Probe,
  path: string,
  expected: Expected,
): Promise<CheckResult> {
  return judgeRefusal(await watch(() => client.syncPage(path)), expected)
}

/** Reads the complete batch since a token, or from the start. */
export const readSince = (
  { connection: { client } }: Probe,
  filter: string,
  syncToken?: string,
  perPage = 100,
): Promise<Batch> =>
  readBatch(client, { filter, perPage, ...(syncToken === undefined ? { bootstrap: true } : { syncToken }) })

/** A batch with row changes that the service was asked to make after `before` was read. */
export interface Changes {
  readonly filter: string
  readonly before: Batch
  readonly set: Batch
}

/**
 * Returns the changes in the feed after the service was asked to do something. Undefined if the service cannot do it, or the
 * feed reports no change. Each call causes new changes.
 */
export async function changesBy(
  probe: Probe,
  trigger: 'rows' | 'edition' | 'withdrawal',
): Promise<Changes | undefined> {
  const { filter } = await probe.everything()
  const before = await readSince(probe, filter)
  await probe.bring(trigger)
  const set = await readSince(probe, filter, before.token)
  return set.mutations.length === 0 ? undefined : { filter, before, set }
}

export const noChanges: CheckResult = untested(
  'The feed told no change meanwhile.',
  'Give an address that makes the service change something: --triggers URL.',
)

/** The parts that identify a change. */
export const nameOf = ({ sequence, type, resource_group, resource_id, record_type, record_key }: Mutation) =>
  [sequence, type, resource_group, resource_id, record_type ?? '', record_key ?? ''].join(' ')

export const resourceOf = ({ resource_group: group, resource_id: id }: Mutation) => resourceKey({ group, id })

/** The first text that occurs twice in a list. */
export function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(name).size)
}
