import { Secrets } from '../../service/secrets.ts'
import { redacted, type Command, type Finding, type UserReport } from '../report.ts'
import { sightOf } from '../sight-of.ts'
import { noFeed, type UserCheck } from './user-checks.ts'
import { createUserProbe, type UserProbeOptions } from './user-probe.ts'

export interface ExamineUserOptions extends UserProbeOptions {
  /** The version in the report. */
  readonly version: string
  /** Collects texts that must not be shown. */
  readonly secrets?: Secrets | undefined
  /** Called with each check before it is made. */
  readonly onCheck?: ((name: string, number: number, of: number) => void) | undefined
}

/** Makes the checks of an account, one after the other, and reports what each saw. Those of the feed where the account has it. */
export async function makeUserReport(
  command: Command,
  checks: readonly UserCheck[],
  options: ExamineUserOptions,
): Promise<UserReport> {
  const { service, clock, version, onCheck, secrets = new Secrets() } = options
  secrets.add(service.clientId, service.token)
  const probe = createUserProbe(options)
  const at = new Date(clock.now()).toISOString()
  const findings: Finding[] = []
  let way: UserReport['way'] = null
  for (const [index, { name, assumes, from, takesFeed, look }] of checks.entries()) {
    onCheck?.(name, index + 1, checks.length)
    const sight = takesFeed && way !== 'feed' ? noFeed : await sightOf(() => look(probe))
    if (name === 'way' && sight.verdict !== 'failed')
      way = await probe.head().then(
        () => 'feed' as const,
        () => 'operations' as const,
      )
    findings.push({ check: name, assumed: assumes, ...(from !== undefined && { from }), ...sight })
  }
  const { userRoot } = service
  const report: UserReport = { tool: '@waraq/cli', command, version, at, userRoot, way, findings }
  return redacted(report, secrets)
}
