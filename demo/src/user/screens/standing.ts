import type { AccountState } from 'waraq/user'

/** Where a person stands with their account, as the page says it. */
export type Standing = 'device' | 'signedIn' | 'signedOut' | 'unknown' | 'arriving' | 'other' | 'unnamed'

export function standingOf(state: AccountState | undefined): Standing {
  if (!state) return 'device'
  const { account, session } = state
  if (session === 'arriving' || session === 'other' || session === 'unnamed') return session
  if (account === null) return 'device'
  if (session === 'signed_in') return 'signedIn'
  return session === 'signed_out' ? 'signedOut' : 'unknown'
}
