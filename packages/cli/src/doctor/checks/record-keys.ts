import { keyRules, rulesInWords } from '../../service/key-rules.ts'
import { readBatch } from '../../service/page-set.ts'
import type { Probe } from '../probe.ts'
import { differs, untested, ok } from '../report.ts'
import type { Check } from './check.ts'

const pollMs = 20_000

/** The changes since the bootstrap. Reads the feed repeatedly until the watch time is over. */
async function changesOf(probe: Probe) {
  const { client, clock, signal } = probe.connection
  const { filter, set } = await probe.everything()
  // Only the command's own sandbox does this: a service is never asked to change anything.
  await probe.bring('rows')
  const until = clock.monotonic() + probe.watchMs
  const later = [...set.mutations]
  let syncToken = set.token
  for (;;) {
    const next = await readBatch(client, { filter, syncToken, perPage: 100 })
    later.push(...next.mutations)
    syncToken = next.token
    const left = until - clock.monotonic()
    if (left <= 0) return later
    await clock.sleep(Math.min(left, pollMs), signal)
  }
}

const recordKeys: Check = {
  name: 'record_key',
  assumes:
    'The record_key of a row change is the row’s id as text; of an article without id, article and language.',
  run: async (probe) => {
    const rules = keyRules(await changesOf(probe))
    if (rules.length === 0) {
      return untested(
        'The feed told no row change meanwhile.',
        'Watch it longer: waraq doctor --watch 60, in minutes, or waraq inspect with --follow.',
      )
    }
    const strange = rules.filter(({ changes, derived }) => derived < changes)
    if (strange.length === 0) return ok(`It is ${rulesInWords(rules)}.`)
    return differs(
      `It is ${rulesInWords(strange)}.`,
      'Row changes of these types are not applied: each makes the engine download the whole resource again.',
    )
  },
}

export const recordKeyChecks: readonly Check[] = [recordKeys]
