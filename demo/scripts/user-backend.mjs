import { appState, sync, userOperations } from 'waraq/user-client'
import { userRootsBelow } from '@waraq/protocol/user'
import { createUserDataProxy } from '@waraq/relay'
import { nodeListener } from '@waraq/relay/node'
import { sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'

const { bookmarks, collections, notes, preferences, readingSessions } = userOperations

/**
 * The backend for user data, which the reader's own server has below `/user`: it signs people in with the sandbox, and asks
 * the sandbox for them. Tokens stay in this process.
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
    operations: { bookmarks, collections, notes, preferences, readingSessions, sync, appState },
    path,
    allowedOrigins: origins,
    allowedHosts: origins.map((origin) => new URL(origin).host),
  })
  return { path, listener: nodeListener(handler) }
}
