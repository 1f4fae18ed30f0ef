import { createAppStateReconciler, QuranHttpError } from '@quranjs/api/public'
import { directConnection } from '../../client/user/user-connection.ts'
import { userRootsBelow } from '@waraq/protocol/user'
import { createSandbox, type SandboxOptions } from '@waraq/sandbox'
import { SharedLocks } from '@waraq/test-support/locks'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { openAppState, type AppState, type AppStateOptions } from './open-app-state.ts'

export const sdk = { createAppStateReconciler, QuranHttpError }

/** A service, and devices of one person on which documents are sent when a test says so. */
export function stage(options: SandboxOptions = {}) {
  const clock = new VirtualClock()
  const sandbox = createSandbox({
    content: 'small',
    now: () => clock.now(),
    tokenLifetime: 365 * 24 * 3600,
    ...options,
  })
  const open: AppState[] = []
  /** Requests so far, as `PUT settings/a`. */
  const requests: string[] = []

  const device = (indexedDB = new IDBFactory(), locks = new SharedLocks()) => {
    const network = { online: true }
    const tab = (more: Partial<AppStateOptions> = {}): AppState => {
      const user = more.account ?? 'amina'
      const appState = openAppState({
        sdk,
        account: user,
        delivery: 'manual',
        connection: directConnection({
          root: userRootsBelow('http://localhost'),
          tokens: { get: () => sandbox.userToken({ user }) },
          clock,
        }),
        fetch: async (input, init) => {
          const request = new Request(input, init)
          const path = new URL(request.url).pathname.replace(/^\/auth\/v1\/app-state[/:]/, '')
          requests.push(`${request.method} ${decodeURIComponent(path)}`)
          if (!network.online) throw new TypeError('Failed to fetch')
          return sandbox.fetch(request)
        },
        clock,
        random: () => 0.5,
        locks: locks.of({}),
        indexedDB,
        IDBKeyRange,
        ...more,
      })
      open.push(appState)
      return appState
    }
    return { indexedDB, network, tab }
  }

  return {
    sandbox,
    clock,
    requests,
    device,
    close: () => {
      for (const appState of open.splice(0)) appState.close()
    },
  }
}

/** What a document holds; undefined where there is none. */
export async function valueOf(appState: AppState, key: string, collection = 'settings'): Promise<unknown> {
  return (await appState.read(collection, key)).body?.value
}
