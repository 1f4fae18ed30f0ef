import { userClientOf, users } from 'waraq/client'
import { nameOfProfile } from './account-name.ts'
import { useFromBackend, type AskBackend } from './use-from-backend.ts'

const { getOwnProfile } = users

const askName: AskBackend<string | null> = async (connection, call) => {
  const client = userClientOf({ users: { getOwnProfile } }, { connection })
  return nameOfProfile(await client.users.getOwnProfile({}, { ...call, attempts: 2 }))
}

/** The name of the account that is signed in. Null while it is not known. */
export const useAccountName = (root: string | undefined): string | null => useFromBackend(root, askName)
