import type { ConformServiceCommand } from '../../command.ts'
import { showReport } from '../../doctor/show-report.ts'
import type { Host } from '../../host.ts'
import { showingSteps } from '../../progress.ts'
import { withService } from '../../service/open-service.ts'
import type { Secrets } from '../../service/secrets.ts'
import { conformService } from './conform-service.ts'
import { occasionsAt } from './occasions.ts'

/** `waraq conform service`. @throws {WaraqError} where it cannot begin */
export async function runConformService(
  command: ConformServiceCommand,
  host: Host,
  secrets: Secrets,
): Promise<0 | 1 | 2> {
  const { fetch, clock, random, version, signal } = host
  const { occasions, json } = command
  const report = await withService(command, host, secrets, (service) => {
    const bring = occasions === undefined ? service.bring : occasionsAt(occasions, host)
    const options = { fetch, clock, random, version, signal, secrets, service: { ...service, bring } }
    return showingSteps(host, (onCheck) => conformService({ ...options, onCheck }))
  })
  return showReport(report, json, host)
}
