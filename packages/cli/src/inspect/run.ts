import { createContentClient } from 'waraq/client'
import type { InspectCommand } from '../command.ts'
import type { Host } from '../host.ts'
import { issuedTokens } from '../service/issued-tokens.ts'
import { withService } from '../service/open-service.ts'
import { progressOn } from '../progress.ts'
import type { Secrets } from '../service/secrets.ts'
import { inspect } from './inspect.ts'
import { lineOf } from './lines.ts'

/** `waraq inspect`. @throws {WaraqError} what the client throws */
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
        // The sandbox's content never changes by itself.
        if (event.event === 'round' && event.round === 0 && rounds > 0) void service.bring?.('rows')
      },
    })
    if (differences > 0) return 1
    return notCompared > 0 ? 2 : 0
  })
}
