import { isKnownRecordType, knownSchemaVersion, recordKeyOf, recordTypeOf, unfitField } from '@waraq/protocol'
import type { SmallResource } from '../probe.ts'
import { differs, ok } from '../report.ts'
import type { Check } from './check.ts'

/** The most serious flaw of a bootstrap and its snapshot, with its consequence. */
function flawOf({ ref, set, snapshot }: SmallResource): [observed: string, follows: string] | undefined {
  if (!set.sharesBound) {
    return [
      'Pages of one set have different bounds.',
      'The set is forgotten: each sync fails (feed_inconsistent).',
    ]
  }
  const created = set.mutations.filter(
    (change) => change.type === 'RESOURCE_CREATE' && change.resource_id === ref.id,
  )
  if (created.length === 0) {
    return [
      'The resource is not listed when it is asked for by its id.',
      'The engine tries its snapshot all the same.',
    ]
  }
  if (!created[0]!.snapshot_url)
    return ['The change has no snapshot_url.', 'The engine builds the address itself.']
  if (snapshot.resource_group !== ref.group || snapshot.resource_id !== ref.id) {
    return ['The snapshot is of another resource.', 'It is refused and stays needed: the sync is partial.']
  }
  if (snapshot.schema_version > knownSchemaVersion) {
    return [
      `The snapshot has schema_version ${snapshot.schema_version}; known is ${knownSchemaVersion}.`,
      'Its rows are stored and marked; readers may not understand them.',
    ]
  }
  return rowFlawOf(snapshot.resource_group, snapshot.records)
}

/** Describes a flaw of the rows, with its consequence. */
export function rowFlawOf(
  group: string,
  records: SmallResource['snapshot']['records'],
): [observed: string, follows: string] | undefined {
  const flaws = records.flatMap((row) => {
    const type = recordTypeOf(group, row)
    if (type === undefined) return ['a row without record_type']
    if (!isKnownRecordType(type)) return []
    const unfit = unfitField(type, row)
    if (unfit !== undefined) return [`a ${type} without a usable ${unfit}`]
    return recordKeyOf(type, row) === undefined ? [`a ${type} without a usable id`] : []
  })
  if (flaws.length === 0) return undefined
  return [
    `${flaws.length} of ${records.length} rows are not as documented, such as ${flaws[0]}.`,
    'Such rows are set aside and counted; readers do not see them.',
  ]
}

const bootstrap: Check = {
  name: 'bootstrap',
  assumes: 'A bootstrap lists the resource with its snapshot, whose rows have the documented shapes.',
  run: async (probe) => {
    const small = await probe.small()
    const flaw = flawOf(small)
    if (flaw) return differs(...flaw)
    const { filter, snapshot, bytes } = small
    return ok(`${filter} was listed and came: ${snapshot.records.length} rows, ${bytes} bytes.`)
  },
}

const sequence: Check = {
  name: 'sync_sequence',
  assumes: 'The sync_sequence of a snapshot is at or above the bound of a feed that was read before.',
  run: async (probe) => {
    const { set, snapshot } = await probe.small()
    const observed = `The feed’s bound was ${set.bound}, the snapshot’s sync_sequence ${snapshot.sync_sequence}.`
    if (snapshot.sync_sequence >= set.bound) return ok(observed)
    return differs(
      observed,
      'The engine takes it for the answer of a lagging replica: it stays needed, is asked for again, and the sync is partial.',
    )
  },
}

const roundTrip: Check = {
  name: 'sync_token',
  assumes: 'A sync with a new token has no changes and another token at its end.',
  run: async (probe) => {
    const { filter, set } = await probe.small()
    const { client, watch } = probe.connection
    const { value, error } = await watch(() => client.sync({ filter, syncToken: set.token }))
    if (error?.code === 'resync_required' || error?.code === 'token_filter_mismatch') {
      return differs(
        `The token that just came is refused (${error.status} ${error.code}).`,
        'Each sync begins with a bootstrap and downloads everything again.',
      )
    }
    if (error) throw error
    const again = value.page.mutations.filter(({ sequence }) => sequence <= set.bound)
    if (again.length > 0) {
      return differs(
        `${again.length} changes came again that the token already covers.`,
        'They drop out of the plan where snapshots are newer; otherwise each sync works them in again.',
      )
    }
    const { length } = value.page.mutations
    const changes = length === 0 ? 'no changes' : `${length} changes, all newer`
    const token = value.page.next_sync_token === set.token ? 'the same token' : 'another token'
    return ok(`A new token was taken: ${changes}, and ${token} came.`)
  },
}

export const feedChecks: readonly Check[] = [bootstrap, sequence, roundTrip]
