import { createUserClient, directConnection, userRoots, userRootsBelow, type Clock } from 'waraq/client'
import { WaraqError } from '@waraq/protocol'
import { favoritesCollectionId } from '@waraq/protocol/user'
import type { Host } from '../../host.ts'
import type { Environment } from '../../service/environment.ts'

/** Location of an account's data, and the credentials to read it. */
export interface UserService {
  /** The root of the user data services. */
  readonly userRoot: string
  readonly clientId: string
  /** Bound to the user. */
  readonly token: string
  /** Stops services that were started for the command. */
  readonly close?: (() => Promise<void>) | undefined
}

export function connectionOf({ userRoot, clientId, token }: UserService, clock: Clock) {
  const tokens = { get: async () => ({ token, clientId, expiresAt: clock.now() + 3_600_000 }) }
  return directConnection({ root: userRootsBelow(userRoot), tokens, clock })
}

/**
 * Runs work with the account that a command names. Afterwards stops services that were started for it.
 * @throws {WaraqError} `invalid_command`
 */
export async function withUserService<T>(
  { sandbox }: { readonly sandbox: boolean },
  { env, readFile, clock }: Pick<Host, 'env' | 'readFile' | 'clock'>,
  work: (service: UserService) => Promise<T>,
): Promise<T> {
  const service = sandbox ? await startUserSandbox(clock) : await userServiceFromEnvironment(env, readFile)
  try {
    return await work(service)
  } finally {
    await service.close?.()
  }
}

const ends = '/auth'

/**
 * Returns the account that the environment names.
 * @throws {WaraqError} `invalid_command`, which names what is missing but never a value
 */
async function userServiceFromEnvironment(
  env: Environment,
  readFile: Host['readFile'],
): Promise<UserService> {
  const { WARAQ_ENVIRONMENT: environment, WARAQ_CLIENT_ID: clientId, WARAQ_USER_TOKEN_FILE: file } = env
  const named =
    environment === 'prelive' || environment === 'production'
      ? userRoots[environment].auth.slice(0, -ends.length)
      : undefined
  const userRoot = env['WARAQ_USER_ROOT'] ?? named
  const token = env['WARAQ_USER_TOKEN'] ?? (file === undefined ? undefined : (await readFile(file)).trim())
  const missing = [
    ...(userRoot ? [] : ['WARAQ_ENVIRONMENT (prelive, production) or WARAQ_USER_ROOT']),
    ...(clientId ? [] : ['WARAQ_CLIENT_ID']),
    ...(token ? [] : ['WARAQ_USER_TOKEN or WARAQ_USER_TOKEN_FILE']),
  ]
  if (!userRoot || !clientId || !token)
    throw new WaraqError({
      code: 'invalid_command',
      message: `The account is not named: set ${missing.join(', ')}. A token of a user comes from a sign-in of your application.`,
    })
  return { userRoot: userRoot.replace(/\/+$/, ''), clientId, token }
}

/** Starts a sandbox and returns one of its accounts, with some data of each kind. */
async function startUserSandbox(clock: Clock): Promise<UserService> {
  const { createSandbox } = await import('@waraq/sandbox')
  const sandbox = createSandbox({ content: 'small' })
  const { url, close } = await sandbox.listen()
  const { token, clientId } = await sandbox.userToken({ user: sandbox.users[0]!.username })
  const service = { userRoot: url, clientId, token, close }
  const user = createUserClient({ connection: connectionOf(service, clock), clock })
  const verse = { type: 'ayah', key: 2, verseNumber: 255, mushaf: 1 } as const
  await user.collections.addBookmark(favoritesCollectionId, verse)
  const { data } = await user.collections.create({ name: 'Waraq' })
  await user.collections.addBookmark(data.id, { ...verse, verseNumber: 183 })
  await user.notes.create({ body: 'Made by waraq doctor.', ranges: ['2:255-2:255'], saveToQR: false })
  await user.readingSessions.record({ chapterNumber: 18, verseNumber: 60 })
  return service
}
