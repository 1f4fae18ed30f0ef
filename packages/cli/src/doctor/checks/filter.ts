import { parseFilter, resourceKey } from '@waraq/protocol'
import { readyGroups, type Probe, type GroupAnswer } from '../probe.ts'
import { differs, untested, ok, type CheckResult } from '../report.ts'
import type { Check } from './check.ts'

const names = (answers: readonly GroupAnswer[]) => answers.map(({ group }) => group).join(', ')

const groups: Check = {
  name: 'groups',
  assumes: 'Each group of the documents may be synced.',
  run: async (probe) => {
    const answers = await probe.groups()
    const refused = answers.filter(({ refusal }) => refusal)
    const empty = answers.filter(({ first, refusal }) => !first && !refusal)
    const ready = answers.filter(({ first }) => first)
    const parts = [
      `${ready.length} of ${answers.length} groups may be synced and have resources`,
      ...(empty.length > 0 ? [`without any resource: ${names(empty)}`] : []),
      ...refused.map(
        ({ group, refusal }) => `${group} is refused (${refusal!.status ?? 'no status'} ${refusal!.code})`,
      ),
    ]
    const observed = `${parts.join('; ')}.`
    if (refused.length + empty.length === 0) return ok(observed)
    return differs(
      observed,
      'A filter with a refused group fails as a whole; an empty group is reported in emptyGroups. Leave them out.',
    )
  },
}

export const groupChecks: readonly Check[] = [groups]

const canonical: Check = {
  name: 'filter',
  assumes: 'A canonical, percent-encoded filter is answered for all its groups.',
  run: async (probe) => {
    const { filter, set } = await probe.everything()
    const listed = new Set(set.mutations.map(({ resource_group }) => resource_group))
    const wanted = parseFilter(filter).groups.map(({ group }) => group)
    const missing = wanted.filter((group) => !listed.has(group))
    const pages = set.pages.length === 1 ? 'a page' : `${set.pages.length} pages`
    const observed = `A bootstrap of ${wanted.length} groups listed ${set.mutations.length} resources on ${pages}`
    if (missing.length === 0) return ok(`${observed}.`)
    return differs(
      `${observed}, and none of ${missing.join(', ')}.`,
      'The engine asks for no resource of these groups; the sync report names them in emptyGroups.',
    )
  },
}

/** The first resources of two groups, the later group first. */
export async function twoResources(probe: Probe): Promise<[later: string, earlier: string] | undefined> {
  const keys = readyGroups(await probe.groups())
    .map(resourceKey)
    .sort()
  return keys.length < 2 ? undefined : [keys.at(-1)!, keys[0]!]
}

/** The response to a filter that is written differently than the engine writes it: a refusal, or a list. */
export async function answerToFilter(
  { connection: { client, watch } }: Probe,
  query: string,
): Promise<
  { readonly refusal: string } | { readonly refusal?: undefined; readonly listed: readonly string[] }
> {
  const { value, error } = await watch(() =>
    client.syncPage(`/api/v4/resources/sync?resources=${query}&bootstrap=true`),
  )
  if (error?.retryable) throw error
  if (error) return { refusal: `${error.status ?? 'no status'} ${error.code}` }
  const listed = value.page.mutations.map(({ resource_group: group, resource_id: id }) =>
    resourceKey({ group, id }),
  )
  return { listed }
}

async function answerTo(
  probe: Probe,
  what: string,
  keys: readonly string[],
  query: string,
): Promise<CheckResult> {
  // The engine sends no such filter, so any answer is fine.
  const nothing = 'Nothing follows: the engine sends the canonical form, percent-encoded.'
  const answer = await answerToFilter(probe, query)
  if (answer.refusal !== undefined) return ok(`${what} is refused (${answer.refusal}). ${nothing}`)
  const missing = keys.filter((key) => !answer.listed.includes(key))
  if (missing.length === 0) return ok(`${what} is answered as the canonical one.`)
  return ok(`${what} is cut without a word: ${missing.join(' and ')} did not come. ${nothing}`)
}

const onlyOneGroup = untested('Fewer than two groups have a resource.')

const unordered: Check = {
  name: 'filter_order',
  assumes: 'Nothing about a filter in another order: it may be refused.',
  run: async (probe) => {
    const keys = await twoResources(probe)
    return keys
      ? answerTo(probe, 'A filter in another order', keys, encodeURIComponent(keys.join(';')))
      : onlyOneGroup
  },
}

const unencoded: Check = {
  name: 'filter_encoding',
  assumes: 'Nothing about a filter that is not percent-encoded: it may be cut.',
  run: async (probe) => {
    const keys = await twoResources(probe)
    return keys
      ? answerTo(probe, 'A filter without percent-encoding', keys, [...keys].reverse().join(';'))
      : onlyOneGroup
  },
}

export const filterChecks: readonly Check[] = [canonical, unordered, unencoded]
