import { appState, sync, userOperations } from 'waraq/client'
import { userRootsBelow } from '@waraq/protocol/user'
import { createUserDataProxy } from '@waraq/relay'
import { nodeListener } from '@waraq/relay/node'
import { sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'

const { bookmarks, collections, goals, notes, preferences, readingSessions, streaks, users } = userOperations
const { getOwnProfile } = users

/**
 * The backend for user data, below `/user` on the reader's own server. It signs people in with the sandbox and sends their
 * requests to it. Tokens stay in this process.
 *
 * @param {string} sandbox the sandbox's root
 * @param {readonly string[]} origins
 */
export function userBackend(sandbox, origins) {
  const path = '/user'
  const handler = createUserDataProxy({
    authUrl: sandbox,
    userRoots: userRootsBelow(sandbox),
    clientId: sandboxClientId,
    clientSecret: sandboxClientSecret,
    operations: {
      bookmarks,
      collections,
      goals,
      notes,
      preferences,
      readingSessions,
      streaks,
      sync,
      appState,
      // The name of the account, for the account page.
      users: { getOwnProfile },
    },
    path,
    allowedOrigins: origins,
    allowedHosts: origins.map((origin) => new URL(origin).host),
  })
  return { path, listener: nodeListener(handler) }
}
