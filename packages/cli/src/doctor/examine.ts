import type { Clock } from '@waraq/client'
import { isAbort, isWaraqError, resourceGroups } from '@waraq/contract'
import { connect } from '../service/connection.ts'
import { Secrets } from '../service/secrets.ts'
import type { Service } from '../service/service.ts'
import { allChecks } from './checks/all.ts'
import type { Check } from './checks/check.ts'
import { createProbe, type Probe } from './probe.ts'
import { failed, redacted, type Report, type Sight } from './report.ts'

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

async function sightOf(check: Check, probe: Probe): Promise<Sight> {
  try {
    return await check.look(probe)
  } catch (error) {
    if (isAbort(error)) throw error
    if (isWaraqError(error)) return failed(error.message)
    return failed(`The check broke: ${String(error)}`, 'This is a defect of the doctor: please report it.')
  }
}

const noToken = failed('Not tried: there is no token.')

/**
 * Makes all checks, one after the other, and reports what each saw. It writes to no file or stream.
 * @throws {WaraqError} `invalid_content_root`, `invalid_relay_configuration`, `aborted`
 */
export async function examine(options: ExamineOptions): Promise<Report> {
  const { service, origin, groups = resourceGroups, watchMs, clock, version, onCheck } = options
  const secrets = options.secrets ?? new Secrets()
  const connection = connect({ ...options, secrets })
  const { publishChanges } = service
  const probe = createProbe({ connection, origin, groups, watchMs, publishChanges })
  const at = new Date(clock.now()).toISOString()
  const findings: Report['findings'][number][] = []
  for (const [index, check] of allChecks.entries()) {
    onCheck?.(check.name, index + 1, allChecks.length)
    const lacksToken =
      check.takesToken && findings.some((one) => one.check === 'token' && one.verdict !== 'ok')
    const sight = lacksToken ? noToken : await sightOf(check, probe)
    findings.push({ check: check.name, assumed: check.assumes, ...sight })
  }
  const contentRoot = secrets.redact(service.contentRoot)
  const report: Report = { tool: '@waraq/cli', version, at, contentRoot, origin, findings }
  return redacted(report, secrets)
}
