import type { Clock } from 'waraq/client'
import { isAbort, isWaraqError, resourceGroups } from '@waraq/protocol'
import { connect } from '../service/connection.ts'
import { Secrets } from '../service/secrets.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './checks/check.ts'
import { createProbe } from './probe.ts'
import { failed, redacted, type Command, type Finding, type Report, type CheckResult } from './report.ts'

/** Options of every report. */
export interface ReportOptions {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: () => number
  /** The version in the report. */
  readonly version: string
  /** Collects texts that must not appear in the output. */
  readonly secrets?: Secrets | undefined
  /** Called with each check before it runs. */
  readonly onCheck?: ((name: string, number: number, of: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ExamineOptions extends ReportOptions {
  readonly service: Service
  /** Origin of the page that requests are made for, in the form that browsers use. */
  readonly origin: string
  /** Groups to try. Defaults to the documented ones. */
  readonly groups?: readonly string[] | undefined
  /** Milliseconds to watch the feed for row changes. Default 0: the feed is read once. */
  readonly watchMs?: number | undefined
}

const noToken = failed('Not tried: there is no token.')

/** Runs the checks of content one after the other and reports the results. Writes to no file or stream. */
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
  const lacksToken = (findings: readonly Finding[]) =>
    findings.some(({ check, verdict }) => check === 'token' && verdict !== 'ok') ? noToken : undefined
  const findings = await findingsOf(checks, probe, lacksToken, onCheck)
  const contentRoot = secrets.redact(service.contentRoot)
  const report: Report = { tool: '@waraq/cli', command, version, at, contentRoot, origin, findings }
  return redacted(report, secrets)
}

/**
 * Runs checks one after the other. `obstacle` returns the result of a check that cannot be made, given the findings so far;
 * undefined if it can.
 */
export async function findingsOf<Probed>(
  checks: readonly Check<Probed>[],
  probe: Probed,
  obstacle: (findings: readonly Finding[]) => CheckResult | undefined | Promise<CheckResult | undefined>,
  onCheck: ReportOptions['onCheck'],
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [index, { name, assumes, from, runsAnyway, run }] of checks.entries()) {
    onCheck?.(name, index + 1, checks.length)
    const instead = runsAnyway ? undefined : await obstacle(findings)
    const result = instead ?? (await resultOf(() => run(probe)))
    findings.push({ check: name, assumed: assumes, ...(from !== undefined && { from }), ...result })
  }
  return findings
}

/** A rejected check counts as failed. Rejects only if the person aborted the command. */
async function resultOf(run: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await run()
  } catch (error) {
    if (isAbort(error)) throw error
    if (isWaraqError(error)) return failed(error.message)
    return failed(`The check broke: ${String(error)}`, 'This is a defect of waraq: please report it.')
  }
}
