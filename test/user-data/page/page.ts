import { backendConnection, createUserClient, userRootsBelow, type UserClient } from 'waraq/user-client'

declare global {
  interface Window {
    /** The user of the session, as an application's page has it. */
    user: UserClient
  }
}

window.user = createUserClient({ connection: backendConnection({ root: userRootsBelow('/user') }) })
document.documentElement.dataset['ready'] = ''
