import type { ConformServiceCommand } from '../../command.ts'
import { showReport } from '../../doctor/show-report.ts'
import { withUserService } from '../../doctor/user/with-user-service.ts'
import type { Host } from '../../host.ts'
import { showingSteps } from '../../progress.ts'
import type { Secrets } from '../../service/secrets.ts'
import { conformUser } from './conform-user.ts'

/** `waraq conform service --user`. @throws {WaraqError} where it cannot begin */
export async function runConformUser(
  { sandbox, mayWrite, json }: ConformServiceCommand,
  host: Host,
  secrets: Secrets,
): Promise<0 | 1 | 2> {
  const { fetch, clock, random, version, signal } = host
  const report = await withUserService({ sandbox }, host, (service) =>
    showingSteps(host, (onCheck) =>
      conformUser({ service, mayWrite, fetch, clock, random, version, signal, secrets, onCheck }),
    ),
  )
  return showReport(report, json, host)
}
