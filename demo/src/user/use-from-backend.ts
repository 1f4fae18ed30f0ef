import { backendConnection, userRootsBelow } from 'waraq/client'
import { useAccount } from 'waraq/react'
import { useEffect, useState } from 'react'

/** Asks the backend for something of the account that is signed in. Each call names the account, so that it is never another's. */
export type AskBackend<T> = (
  connection: ReturnType<typeof backendConnection>,
  call: { readonly account: string; readonly signal: AbortSignal },
) => Promise<T>

/**
 * What the backend tells about the account that is signed in, which the person's data on this device does not have. Null while
 * it is not known: without an account, offline, and if the backend does not pass the operation on. `ask` must stay the same.
 */
export function useFromBackend<T>(root: string | undefined, ask: AskBackend<T>): T | null {
  const state = useAccount()
  const account = state?.session === 'signed_in' ? state.account : null
  const [known, setKnown] = useState<{ readonly of: string; readonly value: T } | null>(null)
  useEffect(() => {
    if (root === undefined || account === null) return undefined
    const ending = new AbortController()
    const { signal } = ending
    ask(backendConnection({ root: userRootsBelow(root) }), { account, signal }).then(
      (value) => signal.aborted || setKnown({ of: account, value }),
      // The page does without it.
      () => undefined,
    )
    return () => ending.abort()
  }, [root, account, ask])
  return known !== null && known.of === account ? known.value : null
}
