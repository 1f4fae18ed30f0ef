import type { Clock } from 'waraq/client'
import { resourceGroups } from '@waraq/protocol'
import { connect } from '../service/connection.ts'
import { Secrets } from '../service/secrets.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './checks/check.ts'
import { createProbe } from './probe.ts'
import { failed, redacted, type Command, type Finding, type Report } from './report.ts'
import { sightOf } from './sight-of.ts'

export interface ExamineOptions {
  readonly service: Service
  /** The page that requests are made for, as browsers write it. */
  readonly origin: string
  /** Groups to try. Default: those of the documents. */
  readonly groups?: readonly string[] | undefined
  /** Milliseconds for which the feed is watched for row changes. Default 0: one look. */
  readonly watchMs?: number | undefined
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: () => number
  /** The version in the report. */
  readonly version: string
  /** Collects texts that must not be shown. */
  readonly secrets?: Secrets | undefined
  /** Called with each check before it is made. */
  readonly onCheck?: ((name: string, number: number, of: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const noToken = failed('Not tried: there is no token.')

/** Makes the checks, one after the other, and reports what each saw. It writes to no file or stream. */
export async function makeReport(
  command: Command,
  checks: readonly Check[],
  options: ExamineOptions,
): Promise<Report> {
  const { service, origin, groups = resourceGroups, watchMs, clock, version, onCheck } = options
  const secrets = options.secrets ?? new Secrets()
  const connection = connect({ ...options, secrets })
  const probe = createProbe({ connection, origin, groups, watchMs, bring: service.bring })
  const at = new Date(clock.now()).toISOString()
  const findings: Finding[] = []
  for (const [index, { name, assumes, from, takesToken, look }] of checks.entries()) {
    onCheck?.(name, index + 1, checks.length)
    const lacksToken = takesToken && findings.some((one) => one.check === 'token' && one.verdict !== 'ok')
    const sight = lacksToken ? noToken : await sightOf(() => look(probe))
    findings.push({ check: name, assumed: assumes, ...(from !== undefined && { from }), ...sight })
  }
  const contentRoot = secrets.redact(service.contentRoot)
  const report: Report = { tool: '@waraq/cli', command, version, at, contentRoot, origin, findings }
  return redacted(report, secrets)
}
