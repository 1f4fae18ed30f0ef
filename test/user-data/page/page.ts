import { backendConnection, createUserClient, userRootsBelow, type UserClient } from 'waraq/client'

declare global {
  interface Window {
    /** The user of the session, as in an application's page. */
    user: UserClient
  }
}

window.user = createUserClient({ connection: backendConnection({ root: userRootsBelow('/user') }) })
document.documentElement.dataset['ready'] = ''
