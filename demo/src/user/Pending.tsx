import { useAccount } from 'waraq/react'
import type { StoredItem } from 'waraq/user'
import { useUserWords } from './words/user-words.ts'

/** Marks data that has not been delivered yet, or that waits for a decision. */
export function Pending({ of }: { readonly of: StoredItem }) {
  const words = useUserWords()
  const isSomeones = (useAccount()?.account ?? null) !== null
  if (of.blocked) return <span className="badge">{words.blocked}</span>
  // Without an account everything is only on this device, which the account screen explains once.
  return of.pending && isSomeones ? <span className="hint pending">{words.pending.account}</span> : null
}
