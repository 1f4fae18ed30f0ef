import { isWaraqError, resourceKey } from '@waraq/protocol'
import { feedChecks } from '../../../doctor/checks/feed.ts'
import { refusalChecks } from '../../../doctor/checks/refusals.ts'
import { tokenChecks } from '../../../doctor/checks/token.ts'
import { readyGroups } from '../../../doctor/probe.ts'
import { differs, untested, ok } from '../../../doctor/report.ts'
import { nameOf, readSince, refusalOf, syncPath } from '../ask.ts'
import { asRule, checkNamed, written, type Rule } from '../rule.ts'

const token = written.sync('sync_token')

const repeat: Rule = {
  name: 'sync_token_repeat',
  assumes: 'A token is good until a client stores the next one: the same token gives the same changes again.',
  from: token,
  run: async (probe) => {
    const { filter } = await probe.everything()
    const { token } = await readSince(probe, filter)
    await probe.bring('rows')
    const first = await readSince(probe, filter, token)
    try {
      const again = await readSince(probe, filter, token)
      const names = new Set(again.mutations.map(nameOf))
      const lost = first.mutations.filter((change) => !names.has(nameOf(change)))
      if (lost.length === 0) return ok(`${first.mutations.length} changes came both times.`)
      return differs(
        `${lost.length} of ${first.mutations.length} changes did not come the second time.`,
        'A client that ended before it stored them never gets them.',
      )
    } catch (error) {
      if (!isWaraqError(error) || error.retryable) throw error
      return differs(
        `The second time it is refused (${error.status} ${error.code}).`,
        'A client that ended before it stored the next token downloads everything again.',
      )
    }
  },
}

const otherFilter: Rule = {
  name: 'sync_token_filter',
  assumes: 'A token with another filter than its own is refused with 422 token_filter_mismatch.',
  from: written.sync('422'),
  run: async (probe) => {
    const [one, other] = readyGroups(await probe.groups()).map(resourceKey)
    if (one === undefined || other === undefined) return untested('Fewer than two groups have a resource.')
    const { token } = await readSince(probe, one)
    return refusalOf(probe, syncPath({ resources: `${one};${other}`, sync_token: token }), {
      subject: 'A token of one resource with a filter of two',
      status: 422,
      code: 'token_filter_mismatch',
      body: 'content-sync',
      follows: 'A client takes itself to be current for resources that it never got.',
    })
  },
}

const forged: Rule = {
  name: 'sync_token_forged',
  assumes: 'A token that the service never made is refused with 410 resync_required.',
  from: written.sync('410'),
  run: async (probe) => {
    const { filter } = await probe.everything()
    return refusalOf(probe, syncPath({ resources: filter, sync_token: 'waraq-conform-is-no-token' }), {
      subject: 'A token that is none',
      status: 410,
      code: 'resync_required',
      body: 'content-sync',
      follows:
        'A client with a damaged token does not bootstrap again: it misses changes, or goes on failing.',
    })
  },
}

/** This rule comes last, because the service then forgets its changes. */
export const oldToken: Rule = {
  name: 'sync_token_old',
  assumes:
    'A token that is older than the changes that the service keeps is refused with 410 resync_required.',
  from: written.sync('410'),
  run: async (probe) => {
    const { filter } = await probe.everything()
    const { token } = await readSince(probe, filter)
    const hasForgotten = (await probe.bring('rows')) && (await probe.bring('forgetting'))
    if (!hasForgotten)
      return untested(
        'The service was not made to forget changes.',
        'Give an address that does it: --triggers URL.',
      )
    return refusalOf(probe, syncPath({ resources: filter, sync_token: token }), {
      subject: 'A token of long ago',
      status: 410,
      code: 'resync_required',
      body: 'content-sync',
      follows: 'A client that was away for long never gets the changes that are forgotten.',
    })
  },
}

export const tokenRules: readonly Rule[] = [
  asRule(checkNamed(tokenChecks, 'token'), written.token),
  asRule(checkNamed(refusalChecks, 'refused_token'), written.headers),
  asRule(checkNamed(feedChecks, 'sync_token'), token),
  repeat,
  otherFilter,
  forged,
  asRule(checkNamed(refusalChecks, 'no_checkpoint'), written.sync('410')),
]
