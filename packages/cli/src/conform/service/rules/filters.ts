import { resourceKey } from '@waraq/protocol'
import { answerToFilter, filterChecks, twoResources } from '../../../doctor/checks/filter.ts'
import { refusalChecks } from '../../../doctor/checks/refusals.ts'
import { readyGroups, type Probe } from '../../../doctor/probe.ts'
import { differs, untested, ok, type CheckResult } from '../../../doctor/report.ts'
import { firstTwice, readSince, refusalOf, resourceOf, syncPath } from '../ask.ts'
import { asRule, checkNamed, written, type Rule } from '../rule.ts'

const onlyOneGroup = untested('Fewer than two groups have a resource.')
const resources = written.sync('resources')

const ids: Rule = {
  name: 'filter_ids',
  assumes: 'A filter is answered with resources that it asks for, and with no others.',
  from: resources,
  run: async (probe) => {
    const [ref] = readyGroups(await probe.groups())
    if (!ref) return untested('No group has a resource.')
    const filter = resourceKey(ref)
    const others = (await readSince(probe, filter)).mutations.map(resourceOf).filter((key) => key !== filter)
    if (others.length === 0) return ok(`${filter} was answered with itself alone.`)
    return differs(
      `${filter} was answered with ${others[0]}, too.`,
      'A client stores what it was not asked to, and may not keep.',
    )
  },
}

/** The filter must be answered completely or refused, never in part. */
async function wholeOrRefused(
  probe: Probe,
  what: string,
  query: string,
  keys: readonly string[],
): Promise<CheckResult> {
  const answer = await answerToFilter(probe, encodeURIComponent(query))
  if (answer.refusal !== undefined) return ok(`${what} is refused (${answer.refusal}).`)
  const missing = keys.filter((key) => !answer.listed.includes(key))
  if (missing.length > 0)
    return differs(
      `${what} is cut without a word: ${missing.join(' and ')} did not come.`,
      'A client takes what did not come for withdrawn.',
    )
  const twice = firstTwice(answer.listed)
  if (twice === undefined) return ok(`${what} is answered as the canonical one.`)
  return differs(`${what} is answered with ${twice} twice.`, 'It is downloaded twice.')
}

const order: Rule = {
  name: 'filter_order',
  assumes: 'A filter whose groups stand in another order is answered for all of them, or refused.',
  from: resources,
  run: async (probe) => {
    const keys = await twoResources(probe)
    return keys ? wholeOrRefused(probe, 'Another order', keys.join(';'), keys) : onlyOneGroup
  },
}

const twice: Rule = {
  name: 'filter_twice',
  assumes: 'A filter that names a resource twice is answered with it once, or refused.',
  from: resources,
  run: async (probe) => {
    const keys = await twoResources(probe)
    if (!keys) return onlyOneGroup
    const [later, earlier] = keys
    const id = earlier.slice(earlier.indexOf(':') + 1)
    return wholeOrRefused(probe, 'A resource that is named twice', `${earlier},${id};${later};${later}`, keys)
  },
}

const malformed: Rule = {
  name: 'filter_malformed',
  assumes: 'A filter that is none is refused with 422 invalid_resources.',
  from: written.sync('422'),
  run: (probe) =>
    refusalOf(probe, syncPath({ resources: 'translations', bootstrap: 'true' }), {
      subject: 'A group without ids',
      status: 422,
      code: 'invalid_resources',
      body: 'content-sync',
      follows: 'A client cannot tell a wrong filter from other failures.',
    }),
}

export const filterRules: readonly Rule[] = [
  asRule(checkNamed(filterChecks, 'filter'), resources),
  ids,
  order,
  twice,
  malformed,
  asRule(checkNamed(refusalChecks, 'unknown_group'), written.sync('422')),
]
