import type { Secrets } from '../service/secrets.ts'

/**
 * - `ok`: as the engine assumes.
 * - `differs`: the service does something else.
 * - `failed`: the check could not be made.
 * - `not seen`: the service gave no occasion for the check.
 */
export type Verdict = 'ok' | 'differs' | 'failed' | 'not seen'

/** What a check saw. */
export interface Sight {
  readonly verdict: Verdict
  /** One sentence. */
  readonly seen: string
  /** What a difference means for an application, or what to do about a failed check. */
  readonly follows?: string
}

export interface Finding extends Sight {
  /** Name of the check, stable: `sync_sequence`. */
  readonly check: string
  /** One sentence. */
  readonly assumed: string
  /** Of a rule: where it is written. */
  readonly from?: string
}

/** Whose report it is. */
export type Command = 'doctor' | 'conform service' | 'conform client'

/** A report of a service. Holds no token, no client id and no secret. */
export interface Report {
  readonly tool: '@waraq/cli'
  readonly command: Command
  readonly version: string
  /** When it began, as an ISO 8601 date by this device's clock. */
  readonly at: string
  readonly contentRoot: string
  /** The page that requests were made for. */
  readonly origin: string
  readonly findings: readonly Finding[]
}

/** The report about an account. Holds no token, and nothing of what the account has. */
export interface UserReport extends Pick<Report, 'tool' | 'command' | 'version' | 'at' | 'findings'> {
  readonly userRoot: string
  /** Null where it could not be found out. */
  readonly way: 'operations' | 'feed' | null
}

/** The report about a client. */
export interface ClientReport extends Pick<Report, 'tool' | 'command' | 'version' | 'at' | 'findings'> {
  /** What it is called: the module that opens it. */
  readonly client: string
}

export type AnyReport = Report | UserReport | ClientReport

/** The findings without secrets that a service quoted. */
export function redacted<R extends Pick<Report, 'findings'>>(report: R, secrets: Secrets): R {
  const redact = (text: string) => secrets.redact(text)
  const findings = report.findings.map((finding) => ({
    ...finding,
    seen: redact(finding.seen),
    ...(finding.follows === undefined ? {} : { follows: redact(finding.follows) }),
  }))
  return { ...report, findings }
}

export const ok = (seen: string): Sight => ({ verdict: 'ok', seen })
export const differs = (seen: string, follows: string): Sight => ({ verdict: 'differs', seen, follows })
export const failed = (seen: string, follows?: string): Sight => ({
  verdict: 'failed',
  seen,
  ...(follows === undefined ? {} : { follows }),
})
export const notSeen = (seen: string, follows?: string): Sight => ({
  verdict: 'not seen',
  seen,
  ...(follows === undefined ? {} : { follows }),
})

/** 1: something differs. 2: nothing differs, but a check could not be made. 0: neither. */
export function exitCodeOf({ findings }: Pick<Report, 'findings'>): 0 | 1 | 2 {
  if (findings.some(({ verdict }) => verdict === 'differs')) return 1
  return findings.some(({ verdict }) => verdict === 'failed') ? 2 : 0
}
