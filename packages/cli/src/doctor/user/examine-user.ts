import { isAbort } from '@waraq/contract'
import { Secrets } from '../../service/secrets.ts'
import { redacted, type Finding, type UserReport } from '../report.ts'
import { broken, noFeed, userChecks } from './user-checks.ts'
import { createUserProbe, type UserProbeOptions } from './user-probe.ts'

export interface ExamineUserOptions extends UserProbeOptions {
  /** The version in the report. */
  readonly version: string
  /** Collects texts that must not be shown. */
  readonly secrets?: Secrets | undefined
  /** Called with each check before it is made. */
  readonly onCheck?: ((name: string, number: number, of: number) => void) | undefined
}

/**
 * Examines an account: which way it has, and how its service differs from what `@waraq/user-data` assumes. It reads alone: nothing
 * of the account is changed, and nothing that a person wrote is in the report.
 * @throws {WaraqError} `invalid_user_root`, `aborted`
 */
export async function examineUser(options: ExamineUserOptions): Promise<UserReport> {
  const { service, clock, version, onCheck, secrets = new Secrets() } = options
  secrets.add(service.clientId, service.token)
  const probe = createUserProbe(options)
  const at = new Date(clock.now()).toISOString()
  const findings: Finding[] = []
  let way: UserReport['way'] = null
  for (const [index, { name, assumes, takesFeed, look }] of userChecks.entries()) {
    onCheck?.(name, index + 1, userChecks.length)
    const sight =
      takesFeed && way !== 'feed'
        ? noFeed
        : await look(probe).catch((error: unknown) => {
            if (isAbort(error)) throw error
            return broken(error)
          })
    if (name === 'way' && sight.verdict !== 'failed')
      way = await probe.head().then(
        () => 'feed' as const,
        () => 'operations' as const,
      )
    findings.push({ check: name, assumed: assumes, ...sight })
  }
  const { userRoot } = service
  const report: UserReport = { tool: '@waraq/cli', version, at, userRoot, way, findings }
  return redacted(report, secrets)
}
