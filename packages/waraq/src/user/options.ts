import { processLocks } from '../platform/locks/process-locks.ts'
import type { Locks } from '../platform/locks/locks.ts'
import { backendDoor, type UserDoor } from '../client/user/user-door.ts'
import { userRootsBelow } from '@waraq/protocol/user'
import { WaraqError } from '@waraq/protocol'
import { backendSession, type SessionDoor } from './accounts/session.ts'
import type { UserDataOptions } from './api.ts'
import type { WayName } from './model/records.ts'
import { dataClosed } from './store/storage-error.ts'

/** What the options of `openUserData` stand for. */

/** @throws {WaraqError} `invalid_option` */
export function wayOf({ way = 'auto', feed }: UserDataOptions): WayName | 'auto' {
  if (way !== 'feed' || feed) return way
  throw new WaraqError({
    code: 'invalid_option',
    message: "openUserData was given the way 'feed' without a feed. Give userFeed of waraq/user as well.",
    details: { option: 'feed' },
  })
}

/** @throws {WaraqError} `invalid_option` */
export function doorsOf({ root, door, session, fetch }: UserDataOptions) {
  if (root !== undefined) {
    const below = root.replace(/\/+$/, '')
    return {
      door: door ?? backendDoor({ root: userRootsBelow(below) }),
      session: session ?? backendSession(below, fetch),
    }
  }
  if (door && session) return { door, session }
  if (!door && !session) return { door: noDoor, session: noSession }
  throw new WaraqError({
    code: 'invalid_option',
    message:
      'openUserData was given a door without a session, or a session without a door. Give both, or a root, or none.',
    details: { option: door ? 'session' : 'door' },
  })
}

/** Without a backend all stays on this device: no account is ever there that could ask. */
const noSession: SessionDoor = {
  read: () => Promise.resolve({ signedIn: false }),
  signOut: () => Promise.resolve(),
}
const noDoor: UserDoor = {
  roots: { auth: '', quranReflect: '' },
  credentials: 'omit',
  headers: () => Promise.reject(dataClosed()),
  renewed: () => undefined,
}

export function locksOf({ locks, indexedDB }: UserDataOptions): Locks {
  const { navigator } = globalThis as { navigator?: { readonly locks?: LockManager } }
  return locks ?? navigator?.locks ?? processLocks(indexedDB ?? globalThis)
}
