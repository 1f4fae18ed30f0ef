import type { Host } from '../host.ts'
import { serviceFromEnvironment, type Addresses } from './environment.ts'
import { startSandbox } from './sandbox-service.ts'
import type { Secrets } from './secrets.ts'
import type { Service } from './service.ts'

/**
 * Runs work with the service that a command names. Afterwards stops services that were started for it.
 * @throws {WaraqError} `invalid_relay_configuration`, `invalid_command`
 */
export async function withService<T>(
  { sandbox, addresses }: { readonly sandbox: boolean; readonly addresses: Addresses },
  { env }: Pick<Host, 'env'>,
  secrets: Secrets,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const service = sandbox ? await startSandbox() : serviceFromEnvironment(env, addresses)
  secrets.add(service.issuer.clientId, service.issuer.clientSecret)
  try {
    return await work(service)
  } finally {
    await service.close?.()
  }
}
