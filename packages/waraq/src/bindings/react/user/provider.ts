import { WaraqError } from '@waraq/protocol'
import type { UserData } from '../../../user/api.ts'
import { createContext, createElement, useContext, useSyncExternalStore, type ReactNode } from 'react'
import { openedUser } from '../../../app/opened-user.ts'
import { useApp } from '../provider.ts'

export interface UserDataProviderProps {
  /** As `openUserData` returns it. Null while there is none yet, as on a server: then every query is pending. */
  readonly user: UserData | null
  readonly children?: ReactNode
}

const UserContext = createContext<UserData | null | undefined>(undefined)

/** Provides a person's data to the hooks below it. The application opens and closes it. */
export function UserDataProvider({ user, children }: UserDataProviderProps): ReactNode {
  return createElement(UserContext, { value: user }, children)
}

const never = () => () => undefined
const none = () => null

/**
 * The provider's user data, or that of the application of a `WaraqProvider`; null while there is none yet.
 * @throws {WaraqError} `not_provided` if there is neither
 */
export function useUserData(): UserData | null {
  const user = useContext(UserContext)
  const app = useApp()
  const source = user === undefined && app ? openedUser(app) : undefined
  const opened = useSyncExternalStore(source?.subscribe ?? never, source?.get ?? none, none)
  if (user === undefined && !app)
    throw new WaraqError({
      code: 'not_provided',
      message: 'This component needs a <UserDataProvider> above it, or a <WaraqProvider> with an app.',
    })
  return user ?? opened
}
