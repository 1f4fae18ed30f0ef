import { createContentClient } from 'waraq/client'
import { resourceKey } from '@waraq/protocol'
import type { InspectCommand } from '../command.ts'
import type { Host } from '../host.ts'
import { issuedTokens } from '../service/issued-tokens.ts'
import { rulesInWords } from '../service/key-rules.ts'
import { withService } from '../service/open-service.ts'
import { progressOn } from '../progress.ts'
import type { Secrets } from '../service/secrets.ts'
import { inspect, type InspectEvent } from './inspect.ts'

/**
 * Runs `waraq inspect`.
 * @throws {WaraqError} errors of the client
 */
export async function runInspect(command: InspectCommand, host: Host, secrets: Secrets): Promise<0 | 1 | 2> {
  const { fetch, clock, random } = host
  const progress = progressOn(host)
  return withService(command, host, secrets, async (service) => {
    const { issuer, contentRoot } = service
    const { source } = issuedTokens({ issuer, fetch, clock, secrets })
    const client = createContentClient({
      contentRoot,
      tokens: source,
      fetch,
      clock,
      random,
      onRetry: ({ error, delayMs }) =>
        progress.show(`${error.code}, again in ${Math.ceil(delayMs / 1000)} s`),
    })
    const { filter, rounds, intervalMs, compare, json } = command
    const { differences, notCompared } = await inspect({
      client,
      clock,
      filter,
      rounds,
      intervalMs,
      compare,
      stop: host.signal,
      onStep: progress.show,
      tell: (event) => {
        progress.clear()
        host.out(`${json ? JSON.stringify(event) : lineOf(event)}\n`)
        // The sandbox's content never changes automatically.
        if (event.event === 'round' && event.round === 0 && rounds > 0) void service.bring?.('rows')
      },
    })
    if (differences > 0) return 1
    return notCompared > 0 ? 2 : 0
  })
}

const kinds = {
  missing: 'only in the snapshot',
  extra: 'only by the feed',
  other: 'other in',
} as const

/** Formats an event as a line for a person. */
export function lineOf(reported: InspectEvent): string {
  switch (reported.event) {
    case 'change': {
      const { sequence, type, record_type, record_key, changed_at } = reported.change
      const resource = resourceKey({ group: reported.change.resource_group, id: reported.change.resource_id })
      const row = record_type ? ` ${record_type} ${record_key ?? ''}` : ''
      return `${sequence} ${changed_at} ${type} ${resource}${row}`
    }
    case 'round':
      return `-- ${reported.round === 0 ? 'bootstrap' : `round ${reported.round}`}: ${reported.changes} changes up to ${reported.bound}`
    case 'difference':
      return `${reported.resource} ${reported.row}: ${[kinds[reported.kind], ...(reported.fields ?? [])].join(' ')}`
    case 'compared':
      return `-- ${reported.resource}: ${reported.rows} rows, ${reported.differences} differ`
    case 'not_compared':
      return `-- ${reported.resource}: not compared: ${reported.why}`
    case 'keys':
      return `-- record_key: ${rulesInWords(reported.rules) || 'no row change was told'}`
  }
}
