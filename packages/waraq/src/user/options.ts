import { processLocks } from '../platform/locks/process-locks.ts'
import type { Locks } from '../platform/locks/locks.ts'
import { backendConnection, type UserConnection } from '../client/user/user-connection.ts'
import { userRootsBelow } from '@waraq/protocol/user'
import { WaraqError } from '@waraq/protocol'
import { backendSession, type SessionConnection } from './accounts/session.ts'
import type { UserDataOptions } from './api.ts'
import type { TransportName } from './model/records.ts'
import { dataClosed } from './store/storage-error.ts'

/** The meaning of the options of `openUserData`. */

/** @throws {WaraqError} `invalid_option` */
export function transportOf({ transport = 'auto', feed }: UserDataOptions): TransportName | 'auto' {
  if (transport !== 'feed' || feed) return transport
  throw new WaraqError({
    code: 'invalid_option',
    message: "The transport 'feed' needs a feed. Give userFeed of waraq/user as well.",
    details: { option: 'feed' },
  })
}

/** @throws {WaraqError} `invalid_option` */
export function connectionsOf({ root, connection, session, fetch }: UserDataOptions) {
  if (root !== undefined) {
    const below = root.replace(/\/+$/, '')
    return {
      connection: connection ?? backendConnection({ root: userRootsBelow(below) }),
      session: session ?? backendSession(below, fetch),
    }
  }
  if (connection && session) return { connection, session }
  if (!connection && !session) return { connection: noConnection, session: noSession }
  throw new WaraqError({
    code: 'invalid_option',
    message:
      'openUserData was given a connection without a session, or a session without a connection. Give both, or a root, or none.',
    details: { option: connection ? 'session' : 'connection' },
  })
}

/** Without a backend all data stays on this device: there is never an account that could send requests. */
const noSession: SessionConnection = {
  read: () => Promise.resolve({ signedIn: false }),
  signOut: () => Promise.resolve(),
}
const noConnection: UserConnection = {
  roots: { auth: '', quranReflect: '' },
  credentials: 'omit',
  headers: () => Promise.reject(dataClosed()),
  renewed: () => undefined,
}

export function locksOf({ locks, indexedDB }: UserDataOptions): Locks {
  const { navigator } = globalThis as { navigator?: { readonly locks?: LockManager } }
  return locks ?? navigator?.locks ?? processLocks(indexedDB ?? globalThis)
}
