import type { ConformServiceCommand, DoctorCommand } from '../../command.ts'
import { showReport } from '../../doctor/report-text.ts'
import { examineUser } from '../../doctor/user/examine-user.ts'
import { withUserService } from '../../doctor/user/user-service.ts'
import type { Host } from '../../host.ts'
import { showingSteps } from '../../progress.ts'
import type { Secrets } from '../../service/secrets.ts'
import { conformUser } from './conform-user.ts'

/**
 * Runs `waraq doctor --user` or `waraq conform service --user`.
 * @throws {WaraqError} if it cannot start
 */
export async function runUser(
  command: DoctorCommand | ConformServiceCommand,
  host: Host,
  secrets: Secrets,
): Promise<0 | 1 | 2> {
  const { fetch, clock, random, version, signal } = host
  const report = await withUserService(command, host, (service) =>
    showingSteps(host, (onCheck) => {
      const options = { service, fetch, clock, random, version, signal, secrets, onCheck }
      return command.name === 'doctor'
        ? examineUser(options)
        : conformUser({ ...options, mayWrite: command.mayWrite })
    }),
  )
  return showReport(report, command.json, host)
}
