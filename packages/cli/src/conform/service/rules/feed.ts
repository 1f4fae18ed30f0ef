import {
  isKnownRecordType,
  isWaraqError,
  parseResourceKey,
  resourceKey,
  unfitField,
  type Mutation,
} from '@waraq/protocol'
import { readyGroups, smallestFirst, type Probe } from '../../../doctor/probe.ts'
import { differs, failed, untested, ok, type CheckResult } from '../../../doctor/report.ts'
import { Copies, readSnapshot } from '../../../inspect/copies.ts'
import { differencesOf, rowsAt, rowsOf } from '../../../inspect/copy.ts'
import { changesBy, firstTwice, nameOf, noChanges, readSince, resourceOf, type Changes } from '../ask.ts'
import { written, type Rule } from '../rule.ts'

const bootstrap: Rule = {
  name: 'bootstrap_list',
  assumes: 'A bootstrap lists resources alone, each as RESOURCE_CREATE with the path of its snapshot.',
  from: written.sync('bootstrap'),
  run: async (probe) => {
    const { set } = await probe.everything()
    const other = set.mutations.find(({ type }) => type !== 'RESOURCE_CREATE')
    if (other)
      return differs(
        `It has a ${other.type}, of ${resourceOf(other)}.`,
        'A client takes a change for a list, or a list for a change.',
      )
    const lacks = set.mutations.find(({ snapshot_url }) => !snapshot_url?.startsWith('/api/v4/'))
    if (!lacks) return ok(`It lists ${set.mutations.length} resources with their snapshots.`)
    return differs(
      `${resourceOf(lacks)} has ${lacks.snapshot_url ? 'another snapshot_url' : 'no snapshot_url'}.`,
      'A client has to guess the address, or leaves the resource out.',
    )
  },
}

const forward: Rule = {
  name: 'bound_forward',
  assumes: 'Bounds never go back, from one set to the next.',
  from: written.engine(5),
  run: async (probe) => {
    const { filter } = await probe.everything()
    const first = await readSince(probe, filter)
    const bounds = [first.bound]
    let { token } = first
    for (let round = 0; round < 2; round++) {
      const next = await readSince(probe, filter, token)
      bounds.push(next.bound)
      token = next.token
    }
    bounds.push((await readSince(probe, filter)).bound)
    const back = bounds.findIndex((bound, index) => index > 0 && bound < bounds[index - 1]!)
    if (back < 0) return ok(`Four sets had the bounds ${bounds.join(', ')}.`)
    return differs(
      `After ${bounds[back - 1]} came ${bounds[back]}.`,
      'A client cannot tell whether the service went back or its answer is late; the engine applies no such set.',
    )
  },
}

/** Makes a rule about the changes that the feed reports after the service was made to do something. */
function ofChanges(
  name: string,
  assumes: string,
  trigger: 'rows' | 'edition',
  from: string,
  run: (changes: Changes) => CheckResult,
): Rule {
  return {
    name,
    assumes,
    from,
    run: async (probe) => {
      const changes = await changesBy(probe, trigger)
      return changes ? run(changes) : noChanges
    },
  }
}

const between: Rule = {
  name: 'feed_between',
  assumes:
    'Changes are strictly after the bound that the token covers, and at or below the bound of their set.',
  from: written.sync('sync_until_sequence'),
  run: async (probe) => {
    const changes = await changesBy(probe, 'rows')
    if (!changes) return noChanges
    const { before, set } = changes
    const early = set.mutations.filter(({ sequence }) => sequence <= before.bound)
    if (early.length === 0)
      return ok(`${set.mutations.length} changes lie after ${before.bound}, up to ${set.bound}.`)
    return differs(
      `${early.length} of ${set.mutations.length} changes are at or below ${before.bound}, which the token covers.`,
      'A client that takes them for new puts older rows over newer ones.',
    )
  },
}

const once = ofChanges(
  'feed_once',
  'No change comes twice in a set.',
  'rows',
  written.sync('sequence'),
  ({ set }) => {
    const twice = firstTwice(set.mutations.map(nameOf))
    if (twice === undefined) return ok(`${set.mutations.length} changes came once each.`)
    return differs(`One comes twice: ${twice}.`, 'Clients that count changes are wrong.')
  },
)

/** Describes what is wrong with a row change. */
function rowFlaw({ type, record_type, record_key, data }: Mutation): string | undefined {
  if (!type.startsWith('ROW_')) return undefined
  if (!record_type) return `a ${type} without record_type`
  if (typeof record_key !== 'string') return `a ${type} of ${record_type} without record_key`
  if (type === 'ROW_DELETE') return data ? `a ROW_DELETE of ${record_type} with a row` : undefined
  if (!data) return `a ${type} of ${record_type} without its row`
  const unfit = isKnownRecordType(record_type) ? unfitField(record_type, data) : undefined
  return unfit === undefined ? undefined : `a ${type} of ${record_type} whose row has no usable ${unfit}`
}

const rows = ofChanges(
  'feed_rows',
  'Row changes name their row by record_type and record_key; creations and updates carry the whole row, deletions none.',
  'rows',
  written.engine(4),
  ({ set }) => {
    const changes = set.mutations.filter(({ type }) => type.startsWith('ROW_'))
    if (changes.length === 0) return noChanges
    const flaws = changes.flatMap((change) => rowFlaw(change) ?? [])
    if (flaws.length === 0) return ok(`${changes.length} row changes are whole.`)
    return differs(
      `${flaws.length} of ${changes.length} row changes are not, such as ${flaws[0]}.`,
      'A client downloads the whole resource for each; one that does not keeps the old row.',
    )
  },
)

const resets = ofChanges(
  'feed_resets',
  'RESOURCE_INVALIDATE and RESOURCE_CREATE carry the path of a snapshot, and no other change does.',
  'edition',
  written.sync('snapshot_url'),
  ({ set }) => {
    const isReset = ({ type }: Mutation) => type === 'RESOURCE_INVALIDATE' || type === 'RESOURCE_CREATE'
    const wrong = set.mutations.find(
      (change) => Boolean(change.snapshot_url?.startsWith('/api/v4/')) !== isReset(change),
    )
    const count = set.mutations.filter(isReset).length
    if (count === 0) return untested('The feed told of no new edition.')
    if (!wrong) return ok(`${count} came with the path of its snapshot.`)
    return differs(
      `A ${wrong.type} of ${resourceOf(wrong)} has ${wrong.snapshot_url ? 'one' : 'none'}.`,
      'A client that fetches what it is told to misses an edition, or fetches in vain.',
    )
  },
)

async function withdrawn(probe: Probe): Promise<CheckResult> {
  const changes = await changesBy(probe, 'withdrawal')
  const gone = changes?.set.mutations.find(({ type }) => type === 'RESOURCE_DELETE')
  if (!gone) return changes ? untested('The feed told of no withdrawal.') : noChanges
  const name = resourceOf(gone)
  const follows = 'A client keeps showing what it may not, or removes what is still there.'
  if (typeof gone.unavailable_reason !== 'string')
    return differs(`The RESOURCE_DELETE of ${name} has no unavailable_reason.`, 'A client cannot tell why.')
  const { client } = probe.connection
  if (await readSnapshot(client, parseResourceKey(name)!))
    return differs(`${name} was withdrawn, and its snapshot still comes.`, follows)
  const listed = (await readSince(probe, changes!.filter)).mutations.map(resourceOf)
  if (listed.includes(name)) return differs(`${name} was withdrawn, and a bootstrap still lists it.`, follows)
  return ok(
    `${name} was withdrawn: ${gone.unavailable_reason.slice(0, 40)}. It has no snapshot, and no list names it.`,
  )
}

const withdrawal: Rule = {
  name: 'feed_withdrawal',
  assumes:
    'A withdrawal is told as RESOURCE_DELETE with its reason; the resource then has no snapshot, and no list names it.',
  from: written.sync('unavailable_reason'),
  run: async (probe) => {
    try {
      return await withdrawn(probe)
    } finally {
      await probe.bring('return')
    }
  },
}

const mostCompared = 4

const agreement: Rule = {
  name: 'feed_agreement',
  assumes: 'The changes of the feed lead from one snapshot to the next, row by row.',
  from: written.engine(1),
  run: async (probe) => {
    const { client } = probe.connection
    const filter = readyGroups(await probe.groups())
      .filter(({ group }) => smallestFirst.includes(group))
      .slice(0, mostCompared)
      .map(resourceKey)
      .sort()
      .join(';')
    if (filter === '') return untested('No group of small resources has one.')
    const copies = new Copies(client)
    const first = await readSince(probe, filter)
    await copies.take(first)
    await probe.bring('rows')
    const snapshots = new Map<string, Awaited<ReturnType<typeof readSnapshot>>>()
    for (const name of copies.names) snapshots.set(name, await readSnapshot(client, parseResourceKey(name)!))
    const next = await readSince(probe, filter, first.token)
    if (!next.mutations.some(({ record_type }) => record_type)) return noChanges
    await copies.take(next)
    let compared = 0
    for (const name of copies.names) {
      const [copy, fresh] = [copies.get(name), snapshots.get(name)]
      if (!copy || !fresh || copy.sequence > fresh.sync_sequence || next.bound < fresh.sync_sequence) continue
      compared++
      const [difference] = differencesOf(rowsAt(copy, fresh.sync_sequence), rowsOf(fresh))
      if (!difference) continue
      const { row, kind, fields = [] } = difference
      const how = {
        missing: 'is missing',
        extra: 'is one too many',
        other: `differs in ${fields.join(', ')}`,
      }[kind]
      return differs(
        `By the feed, ${name} is not what its snapshot of ${fresh.sync_sequence} has: ${row} ${how}.`,
        'A client that follows the feed shows something else than one that comes new.',
      )
    }
    if (compared === 0) return failed('No snapshot was of a moment up to which the feed had told.')
    return ok(`${compared} resources are by the feed what their snapshots have.`)
  },
}

/**
 * Also checks that the rule reads a valid page. The client refuses other responses, so no rule that reads
 * such a page can be checked.
 */
const ofPage = (rule: Rule): Rule => ({
  ...rule,
  run: async (probe) => {
    try {
      return await rule.run(probe)
    } catch (error) {
      if (!isWaraqError(error) || error.code !== 'invalid_response') throw error
      return differs(
        `A page is not as documented: ${String(error.details['issues'] ?? error.message)}.`,
        'The engine refuses it, and each sync fails.',
      )
    }
  },
})

export const feedRules: readonly Rule[] = [
  ofPage(bootstrap),
  forward,
  ofPage(between),
  once,
  rows,
  resets,
  withdrawal,
  agreement,
]
