import type { DoctorCommand } from '../../command.ts'
import type { Host } from '../../host.ts'
import { showingSteps } from '../../progress.ts'
import type { Secrets } from '../../service/secrets.ts'
import { showReport } from '../show-report.ts'
import { examineUser } from './examine-user.ts'
import { withUserService } from './with-user-service.ts'

/** `waraq doctor --user`. @throws {WaraqError} where it cannot begin */
export async function runDoctorOfUser(
  command: DoctorCommand,
  host: Host,
  secrets: Secrets,
): Promise<0 | 1 | 2> {
  const { fetch, clock, random, version, signal } = host
  const report = await withUserService(command, host, (service) =>
    showingSteps(host, (onCheck) =>
      examineUser({ service, fetch, clock, random, version, signal, secrets, onCheck }),
    ),
  )
  return showReport(report, command.json, host)
}
