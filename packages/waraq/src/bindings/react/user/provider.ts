import { WaraqError } from '@waraq/protocol'
import type { UserData } from '../../../user/api.ts'
import { createContext, createElement, useContext, type ReactNode } from 'react'

export interface UserDataProviderProps {
  /** As `openUserData` gives it. Null while there is none yet, as on a server: then every question is pending. */
  readonly user: UserData | null
  readonly children?: ReactNode
}

const UserContext = createContext<UserData | null | undefined>(undefined)

/** Hands a person's own data to the hooks below it. The application opens and closes it. */
export function UserDataProvider({ user, children }: UserDataProviderProps): ReactNode {
  return createElement(UserContext, { value: user }, children)
}

/**
 * The provider's user data; null while it has none.
 * @throws {WaraqError} `not_provided` where there is no provider
 */
export function useUserData(): UserData | null {
  const user = useContext(UserContext)
  if (user === undefined)
    throw new WaraqError({
      code: 'not_provided',
      message: 'This component needs a <UserDataProvider> above it.',
    })
  return user
}
