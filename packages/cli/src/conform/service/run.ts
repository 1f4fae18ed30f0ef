import type { ConformServiceCommand } from '../../command.ts'
import { showReport } from '../../doctor/show-report.ts'
import type { Host } from '../../host.ts'
import { progressOn } from '../../progress.ts'
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
  const progress = progressOn(host)
  const onCheck = (name: string, number: number, of: number) => progress.show(`${number}/${of} ${name}`)
  const { occasions, json } = command
  const report = await withService(command, host, secrets, (service) => {
    const bring = occasions === undefined ? service.bring : occasionsAt(occasions, host)
    const options = { fetch, clock, random, version, signal, secrets, onCheck }
    return conformService({ ...options, service: { ...service, bring } }).finally(() => progress.clear())
  })
  return showReport(report, json, host)
}
