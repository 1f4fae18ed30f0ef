import { Secrets } from '../../service/secrets.ts'
import { findingsOf, type ReportOptions } from '../make-report.ts'
import { untested, redacted, type Command, type Finding, type UserReport } from '../report.ts'
import { userChecks, type UserCheck } from './user-checks.ts'
import { createUserProbe } from './user-probe.ts'
import type { UserService } from './user-service.ts'

export interface ExamineUserOptions extends ReportOptions {
  readonly service: UserService
}

/**
 * Examines an account: which transport it has, and how its service differs from the assumptions of `waraq/user`. It only reads:
 * the account is not changed, and the report contains nothing that a person wrote.
 * @throws {WaraqError} `invalid_user_root`, `aborted`
 */
export const examineUser = (options: ExamineUserOptions): Promise<UserReport> =>
  makeUserReport('doctor', userChecks, options)

const noFeed = untested('Not tried: this account has no feed.')

/**
 * Runs the checks of an account one after the other and reports the results. Checks of the feed run only if the account has it.
 */
export async function makeUserReport(
  command: Command,
  checks: readonly UserCheck[],
  options: ExamineUserOptions,
): Promise<UserReport> {
  const { service, clock, version, onCheck, secrets = new Secrets() } = options
  secrets.add(service.clientId, service.token)
  const probe = createUserProbe(options)
  const at = new Date(clock.now()).toISOString()
  const transportOf = async (findings: readonly Finding[]): Promise<UserReport['transport']> =>
    findings.some(({ check, verdict }) => check === 'transport' && verdict !== 'failed')
      ? probe.head().then(
          () => 'feed',
          () => 'operations',
        )
      : null
  const findings = await findingsOf(
    checks,
    probe,
    async (known) => ((await transportOf(known)) === 'feed' ? undefined : noFeed),
    onCheck,
  )
  const { userRoot } = service
  const transport = await transportOf(findings)
  const report: UserReport = { tool: '@waraq/cli', command, version, at, userRoot, transport, findings }
  return redacted(report, secrets)
}
