import type { AccountState } from 'waraq/user'

/** The person's relation to their account, as the page shows it. */
export type Standing = 'device' | 'signedIn' | 'signedOut' | 'unknown' | 'unattached' | 'other' | 'unnamed'

export function standingOf(state: AccountState | undefined): Standing {
  if (!state) return 'device'
  const { account, session } = state
  if (session === 'unattached' || session === 'other' || session === 'unnamed') return session
  if (account === null) return 'device'
  if (session === 'signed_in') return 'signedIn'
  return session === 'signed_out' ? 'signedOut' : 'unknown'
}
