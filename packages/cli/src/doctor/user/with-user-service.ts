import type { Host } from '../../host.ts'
import { startUserSandbox, userServiceFromEnvironment, type UserService } from './user-service.ts'

/**
 * Runs work with the account that a command names, and then ends services that were started for it.
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
