import type { Issue } from './issued-answer.ts'

/** How long the relay sends no request to the issuer after a failure. */
export interface Pause {
  kind: 'refused' | 'failed'
  ms: number
}

const pauses = {
  /** Wrong credentials stay wrong, and frequent requests may get the client blocked. */
  refused: { first: 60_000, longest: 3_600_000 },
  /** Overload and lost connections are temporary. */
  failed: { first: 1_000, longest: 60_000 },
} as const

/** Returns the next pause. It doubles with each failure of the same kind, and is at least as long as the issuer requests. */
export function nextPause(previous: Pause | undefined, issue: Exclude<Issue, { kind: 'token' }>): Pause {
  const { kind } = issue
  const { first, longest } = pauses[kind]
  const doubled = previous?.kind === kind ? Math.min(previous.ms * 2, longest) : first
  const asked = issue.kind === 'failed' ? Math.min(issue.retryAfterMs ?? 0, pauses.refused.longest) : 0
  return { kind, ms: Math.max(doubled, asked) }
}
