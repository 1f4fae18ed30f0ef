import { useAccount } from 'waraq/react'
import type { Kept } from 'waraq/user'
import { useUserWords } from './words/user-words.ts'

/** Says of what is kept that it has not arrived yet, or waits for a decision. */
export function Pending({ of }: { readonly of: Kept }) {
  const words = useUserWords()
  const isSomeones = (useAccount()?.account ?? null) !== null
  if (of.blocked) return <span className="badge">{words.blocked}</span>
  // Without an account all is on this device only, which the account's screen says once.
  return of.pending && isSomeones ? <span className="hint pending">{words.pending.account}</span> : null
}
