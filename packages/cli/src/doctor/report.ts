import type { Secrets } from '../service/secrets.ts'

/**
 * Result of a check.
 * - `ok`: as the engine assumes.
 * - `differs`: the service behaves differently.
 * - `failed`: the check could not be made.
 * - `untested`: the service gave no opportunity for the check.
 */
export type Verdict = 'ok' | 'differs' | 'failed' | 'untested'

/** The observation of a check. */
export interface CheckResult {
  readonly verdict: Verdict
  /** One sentence. */
  readonly observed: string
  /** Consequence of a difference for an application, or remedy for a failed check. */
  readonly follows?: string
}

export interface Finding extends CheckResult {
  /** Stable name of the check: `sync_sequence`. */
  readonly check: string
  /** One sentence. */
  readonly assumed: string
  /** Source of the rule, if the check is a rule. */
  readonly from?: string
}

/** The command that made the report. */
export type Command = 'doctor' | 'conform service' | 'conform client'

/** A report about a service. Contains no token, no client id and no secret. */
export interface Report {
  readonly tool: '@waraq/cli'
  readonly command: Command
  readonly version: string
  /** Start of the run, as an ISO 8601 date by this device's clock. */
  readonly at: string
  readonly contentRoot: string
  /** Origin of the page that requests were made for. */
  readonly origin: string
  readonly findings: readonly Finding[]
}

/** A report about an account. Contains no token and no data of the account. */
export interface UserReport extends Pick<Report, 'tool' | 'command' | 'version' | 'at' | 'findings'> {
  readonly userRoot: string
  /** The account's transport. Null if it could not be determined. */
  readonly transport: 'operations' | 'feed' | null
}

/** A report about a client. */
export interface ClientReport extends Pick<Report, 'tool' | 'command' | 'version' | 'at' | 'findings'> {
  /** Name of the client: the module that opens it. */
  readonly client: string
}

export type AnyReport = Report | UserReport | ClientReport

/** Removes secrets that a service quoted from the findings. */
export function redacted<R extends Pick<Report, 'findings'>>(report: R, secrets: Secrets): R {
  const redact = (text: string) => secrets.redact(text)
  const findings = report.findings.map((finding) => ({
    ...finding,
    observed: redact(finding.observed),
    ...(finding.follows === undefined ? {} : { follows: redact(finding.follows) }),
  }))
  return { ...report, findings }
}

export const ok = (observed: string): CheckResult => ({ verdict: 'ok', observed })
export const differs = (observed: string, follows: string): CheckResult => ({
  verdict: 'differs',
  observed,
  follows,
})
export const failed = (observed: string, follows?: string): CheckResult => ({
  verdict: 'failed',
  observed,
  ...(follows === undefined ? {} : { follows }),
})
export const untested = (observed: string, follows?: string): CheckResult => ({
  verdict: 'untested',
  observed,
  ...(follows === undefined ? {} : { follows }),
})

/** Returns 1 if something differs, 2 if nothing differs but a check could not be made, otherwise 0. */
export function exitCodeOf({ findings }: Pick<Report, 'findings'>): 0 | 1 | 2 {
  if (findings.some(({ verdict }) => verdict === 'differs')) return 1
  return findings.some(({ verdict }) => verdict === 'failed') ? 2 : 0
}
