import type { AccountState } from '../../../user/accounts/accounts.ts'
import { useSyncExternalStore } from 'react'
import { useUserData } from './provider.ts'

const never = () => () => undefined
const unknown = () => undefined

/** The account whose data is shown, and the state of the session. Undefined without user data, as on a server. */
export function useAccount(): AccountState | undefined {
  const account = useUserData()?.account
  return useSyncExternalStore<AccountState | undefined>(
    account?.subscribe ?? never,
    account?.get ?? unknown,
    unknown,
  )
}
