import type { FaultEffect } from '@waraq/sandbox'
import { differs, ok, type CheckResult } from '../../../doctor/report.ts'
import type { Script } from '../script.ts'
import type { Stage } from '../stage.ts'

interface Refusal {
  readonly what: string
  readonly effect: FaultEffect
  /** Maximum number of acceptable requests in one sync. */
  readonly most: number
  readonly remedy: string
}

const lasting =
  'Only what may pass is tried again: no answer, 429 and 5xx. A refusal lasts until something is changed.'

const refusals: readonly Refusal[] = [
  {
    what: '429 with Retry-After: 3600',
    effect: { status: 429, headers: { 'retry-after': '3600' } },
    most: 1,
    remedy: 'Read Retry-After, and do not ask before it is over; let all tabs know.',
  },
  {
    what: '503 with Retry-After: 3600',
    effect: { status: 503, headers: { 'retry-after': '3600' } },
    most: 1,
    remedy: 'Read Retry-After, and do not ask before it is over; let all tabs know.',
  },
  // A token may have expired: a client gets a new one and tries once more.
  { what: '401', effect: { status: 401 }, most: 2, remedy: 'Get a new token once, and ask once more.' },
  { what: '403', effect: { status: 403 }, most: 2, remedy: lasting },
  { what: '422 invalid_resources', effect: { code: 'invalid_resources' }, most: 1, remedy: lasting },
]

async function refused(
  one: Stage,
  { what, effect, most, remedy }: Refusal,
): Promise<CheckResult | undefined> {
  one.sandbox.fault({ match: { path: 'sync' }, times: null, effect })
  const tab = await one.tab()
  await tab.sync()
  const { length } = tab.asked
  if (length <= most) return undefined
  return differs(`One sync that was refused with ${what} asked ${length} times.`, remedy)
}

async function passing(one: Stage): Promise<CheckResult | undefined> {
  one.sandbox.fault({ match: { path: 'sync' }, times: 1, effect: { status: 503 } })
  const difference = await one.becomesCurrent(await one.tab())
  if (difference === undefined) return undefined
  return differs(
    `After a single 503 it never became current: ${difference}.`,
    'What may pass is tried again, later.',
  )
}

export const everyErrorAgain: Script = {
  name: 'every_error_again',
  must: 'A refusal that lasts is not tried again, Retry-After is heeded, and what passes is not given up.',
  mistake: 7,
  play: async (stage) => {
    for (const refusal of refusals) {
      const trouble = await refused(stage(), refusal)
      if (trouble) return trouble
    }
    const givenUp = await passing(stage())
    return givenUp ?? ok(`${refusals.map(({ what }) => what).join('; ')}: each asked as often as is well.`)
  },
}
