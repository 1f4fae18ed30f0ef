import type { ConformServiceCommand } from '../../command.ts'
import { showReport } from '../../doctor/show-report.ts'
import { withUserService } from '../../doctor/user/with-user-service.ts'
import type { Host } from '../../host.ts'
import { progressOn } from '../../progress.ts'
import type { Secrets } from '../../service/secrets.ts'
import { conformUser } from './conform-user.ts'

/** `waraq conform service --user`. @throws {WaraqError} where it cannot begin */
export async function runConformUser(
  { sandbox, mayWrite, json }: ConformServiceCommand,
  host: Host,
  secrets: Secrets,
): Promise<0 | 1 | 2> {
  const { fetch, clock, random, version, signal } = host
  const progress = progressOn(host)
  const onCheck = (name: string, number: number, of: number) => progress.show(`${number}/${of} ${name}`)
  const report = await withUserService({ sandbox }, host, (service) =>
    conformUser({ service, mayWrite, fetch, clock, random, version, signal, secrets, onCheck }).finally(() =>
      progress.clear(),
    ),
  )
  return showReport(report, json, host)
}
