import { parseFilter, resourceKey } from '@waraq/protocol'
import { readyGroups, type Probe } from '../probe.ts'
import { differs, notSeen, ok, type Sight } from '../report.ts'
import type { Check } from './check.ts'

const canonical: Check = {
  name: 'filter',
  assumes: 'A canonical, percent-encoded filter is answered for all its groups.',
  takesToken: true,
  look: async (probe) => {
    const { filter, set } = await probe.everything()
    const listed = new Set(set.mutations.map(({ resource_group }) => resource_group))
    const wanted = parseFilter(filter).groups.map(({ group }) => group)
    const missing = wanted.filter((group) => !listed.has(group))
    const pages = set.pages.length === 1 ? 'a page' : `${set.pages.length} pages`
    const seen = `A bootstrap of ${wanted.length} groups listed ${set.mutations.length} resources on ${pages}`
    if (missing.length === 0) return ok(`${seen}.`)
    return differs(
      `${seen}, and none of ${missing.join(', ')}.`,
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

/** What a filter was answered with that is written in another way than the engine writes it: a refusal, or a list. */
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

async function answerTo(probe: Probe, what: string, keys: readonly string[], query: string): Promise<Sight> {
  // The engine sends no such filter, so any answer is fine.
  const nothing = 'Nothing follows: the engine sends the canonical form, percent-encoded.'
  const answer = await answerToFilter(probe, query)
  if (answer.refusal !== undefined) return ok(`${what} is refused (${answer.refusal}). ${nothing}`)
  const missing = keys.filter((key) => !answer.listed.includes(key))
  if (missing.length === 0) return ok(`${what} is answered as the canonical one.`)
  return ok(`${what} is cut without a word: ${missing.join(' and ')} did not come. ${nothing}`)
}

const onlyOneGroup = notSeen('Fewer than two groups have a resource.')

const unordered: Check = {
  name: 'filter_order',
  assumes: 'Nothing about a filter in another order: it may be refused.',
  takesToken: true,
  look: async (probe) => {
    const keys = await twoResources(probe)
    return keys
      ? answerTo(probe, 'A filter in another order', keys, encodeURIComponent(keys.join(';')))
      : onlyOneGroup
  },
}

const unencoded: Check = {
  name: 'filter_encoding',
  assumes: 'Nothing about a filter that is not percent-encoded: it may be cut.',
  takesToken: true,
  look: async (probe) => {
    const keys = await twoResources(probe)
    return keys
      ? answerTo(probe, 'A filter without percent-encoding', keys, [...keys].reverse().join(';'))
      : onlyOneGroup
  },
}

export const filterChecks: readonly Check[] = [canonical, unordered, unencoded]
