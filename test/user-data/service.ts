import { createUserClient, directConnection, type UserClient } from 'waraq/client'
import {
  createSandbox,
  sandboxClientId,
  sandboxClientSecret,
  type ListeningSandbox,
  type Sandbox,
  type SandboxOptions,
} from '@waraq/sandbox'

/** Noon on a Monday, so that the day before and the day after are as expected. */
export const noon = Date.parse('2026-03-02T12:00:00Z')

/** A sandbox on a socket, whose clock a test may move. */
export interface UserService {
  readonly sandbox: Sandbox
  readonly listening: ListeningSandbox
  now: number
}

export async function startUserService(options: SandboxOptions = {}): Promise<UserService> {
  const clock = { now: noon }
  const sandbox = createSandbox({
    content: 'small',
    now: () => clock.now,
    tokenLifetime: 30 * 24 * 3600,
    ...options,
  })
  const listening = await sandbox.listen()
  return {
    sandbox,
    listening,
    get now() {
      return clock.now
    },
    set now(now: number) {
      clock.now = now
    },
  }
}

/** The settings that a backend needs to sign its users in with the service and to send their requests. */
export const asClient = ({ listening: { authUrl, userRoots } }: UserService) => ({
  clientId: sandboxClientId,
  clientSecret: sandboxClientSecret,
  authUrl,
  userRoots,
})

/** A user's client, over HTTP, whose tokens have this scope. Default: the scopes of all areas. */
export function clientFor({ sandbox, listening }: UserService, user: string, scope?: string): UserClient {
  return createUserClient({
    connection: directConnection({
      root: listening.userRoots,
      tokens: {
        get: () => sandbox.userToken({ user, ...(scope === undefined ? {} : { scope }) }),
      },
    }),
    retry: { attempts: 2, baseMs: 1, maxMs: 10 },
  })
}

/** Two new users, and their clients. */
export interface Cast {
  readonly service: UserService
  readonly sandbox: Sandbox
  readonly me: UserClient
  readonly myId: string
  readonly myName: string
  readonly other: UserClient
  readonly otherId: string
  readonly otherName: string
}

let people = 0

export function newCast(service: UserService): Cast {
  const { sandbox } = service
  people += 1
  const [myName, otherName] = [`me-${people}`, `other-${people}`]
  return {
    service,
    sandbox,
    me: clientFor(service, myName),
    other: clientFor(service, otherName),
    myId: sandbox.addUser({ username: myName, firstName: 'Nadia' }),
    otherId: sandbox.addUser({ username: otherName, firstName: 'Omar' }),
    myName,
    otherName,
  }
}
