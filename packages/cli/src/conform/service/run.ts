import { WaraqError } from '@waraq/protocol'
import type { ConformServiceCommand } from '../../command.ts'
import { showReport } from '../../doctor/report-text.ts'
import type { Host } from '../../host.ts'
import { showingSteps } from '../../progress.ts'
import { withService } from '../../service/open-service.ts'
import type { Secrets } from '../../service/secrets.ts'
import type { Service } from '../../service/service.ts'
import { conformService } from './conform-service.ts'

/**
 * Runs `waraq conform service`.
 * @throws {WaraqError} if it cannot start
 */
export async function runConformService(
  command: ConformServiceCommand,
  host: Host,
  secrets: Secrets,
): Promise<0 | 1 | 2> {
  const { fetch, clock, random, version, signal } = host
  const { triggers, json } = command
  const report = await withService(command, host, secrets, (service) => {
    const bring = triggers === undefined ? service.bring : triggersAt(triggers, host)
    const options = { fetch, clock, random, version, signal, secrets, service: { ...service, bring } }
    return showingSteps(host, (onCheck) => conformService({ ...options, onCheck }))
  })
  return showReport(report, json, host)
}

/**
 * Makes a service do something through an address of its operator: `POST` with `{ "trigger": "rows" }`. 2xx means that it is
 * done and that the feed reports it. 404 and 501 mean that the service cannot do it.
 */
export function triggersAt(
  address: string,
  { fetch: send, signal }: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
): NonNullable<Service['bring']> {
  return async (trigger) => {
    const answer = await send(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ trigger }),
      signal,
    })
    await answer.body?.cancel()
    if (answer.ok) return true
    if (answer.status === 404 || answer.status === 501) return false
    throw new WaraqError({
      code: 'service_failed',
      message: `The address of --triggers answered ${answer.status} to ${trigger}. Look at what it does.`,
      retryable: true,
      status: answer.status,
    })
  }
}
