import { directConnection } from '../client/user/user-connection.ts'
import { userRootsBelow } from '@waraq/protocol/user'
import { createSandbox, type Sandbox, type SandboxOptions } from '@waraq/sandbox'
import { SharedLocks } from '@waraq/test-support/locks'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { UserDataFile } from './portable.ts'
import { userFeed } from './deliver/open-feed.ts'
import { openUserData } from './user-data.ts'
import type { UserData, UserDataOptions } from './api.ts'
import type { Session } from './accounts/session.ts'

/** A person's devices and the service, in one virtual time. */
export interface Stage {
  readonly sandbox: Sandbox
  readonly clock: VirtualClock
  /** Who is signed in on all devices; the account is the name. */
  session: Session
  device(): Device
  /** Lets so many milliseconds pass, and all that becomes due in them be done. */
  pass(ms: number): Promise<void>
  /** Ends all tabs. */
  close(): void
}

export interface Device {
  /** Another tab of this device. */
  tab(options?: Partial<UserDataOptions>): UserData
  /** The same, once it knows who is signed in. */
  open(options?: Partial<UserDataOptions>): Promise<UserData>
  /** How it opens user data, for a service worker. */
  options(): UserDataOptions
  readonly indexedDB: IDBFactory
  /** What its navigator says. */
  readonly network: { online: boolean }
}

const origin = 'http://localhost'

/** What a person allows so that the feed is the transport. */
export const feedScope = 'sync bookmark collection note preference reading_session'

export function stage(options: SandboxOptions = {}): Stage {
  const clock = new VirtualClock()
  const sandbox = createSandbox({
    content: 'small',
    now: () => clock.now(),
    sleep: (ms) => clock.sleep(ms),
    tokenLifetime: 365 * 24 * 3600,
    ...options,
  })
  const open: UserData[] = []
  const state: Stage = {
    sandbox,
    clock,
    session: { signedIn: true, account: 'amina', scope: '' },
    device() {
      const indexedDB = new IDBFactory()
      const locks = new SharedLocks()
      const network = { online: true }
      const device: Device = {
        network,
        async open(options) {
          const user = device.tab(options)
          await user.account.check()
          await state.pass(0)
          return user
        },
        indexedDB,
        tab(options = {}) {
          const user = openUserData({ ...device.options(), ...options })
          open.push(user)
          return user
        },
        options: () => ({
          feed: userFeed,
          connection: directConnection({
            root: userRootsBelow(origin),
            tokens: { get: () => sandbox.userToken({ user: state.session.account! }) },
            clock,
          }),
          session: {
            read: async () => {
              if (!network.online) throw new Error('offline')
              return state.session
            },
            signOut: async () => {
              if (!network.online) throw new Error('offline')
              state.session = { signedIn: false }
            },
          },
          fetch: async (input, init) => {
            if (!network.online) throw new TypeError('Failed to fetch')
            return sandbox.fetch(new Request(input, init))
          },
          navigator: {
            get onLine() {
              return network.online
            },
          },
          clock,
          random: () => 0.5,
          locks: locks.of({}),
          indexedDB,
          IDBKeyRange,
        }),
      }
      return device
    },
    pass: (ms) => clock.advance(ms),
    close() {
      for (const user of open.splice(0)) user.close()
    },
  }
  return state
}

/** An export without times and their order: operations tell few, so what the two ways know differs in them. */
export const untimed = (file: UserDataFile): UserDataFile => plain(file) as UserDataFile

function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    const texts = value.map((each) => JSON.stringify(plain(each))).sort()
    return texts.map((text): unknown => JSON.parse(text))
  }
  if (typeof value !== 'object' || value === null) return value
  if ('verse' in value && 'createdAt' in value && !('color' in value)) return value.verse
  const fields = Object.entries(value).filter(([field]) => field !== 'createdAt')
  return Object.fromEntries(fields.map(([field, each]) => [field, plain(each)]))
}
