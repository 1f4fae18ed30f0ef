import { createServerClient } from '@quranjs/api/server'
import { userServicePaths, type UserRoots, type UserService } from '@waraq/protocol/user'
import { sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'

/**
 * The service's official client for JavaScript, which was written by others from the service itself. Nothing here reaches the
 * service, so this client is the nearest thing to it.
 */

export type Sdk = ReturnType<typeof createServerClient>

/** The arguments of an operation of the SDK. */
export interface SdkRequest {
  readonly path?: Record<string, string | number>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly preserveResponseKeys?: boolean
}
export type SdkOperation = (request?: SdkRequest) => Promise<unknown>

/** The SDK on a backend that has a user's token. */
export function sdkFor(roots: UserRoots, accessToken: string, fetch = globalThis.fetch): Sdk {
  return createServerClient({
    clientId: sandboxClientId,
    clientSecret: sandboxClientSecret,
    services: { authBaseUrl: roots.auth, quranReflectBaseUrl: roots.quranReflect },
    userSession: { accessToken },
    fetch: (input, init) => fetch(input, init),
  })
}

/** Every operation of a service of user data, under the SDK's name for it. */
export function sdkOperationsOf(sdk: Sdk, service: UserService): Readonly<Record<string, SdkOperation>> {
  return sdk.raw[service].v1 as Readonly<Record<string, SdkOperation>>
}

/** Records requests, and answers each with an empty object. */
export function recorder() {
  const requests: Request[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    requests.push(new Request(input, init))
    return Promise.resolve(Response.json({ data: {} }))
  }
  return { requests, fetch }
}

/** An object that gives its own name for every property. */
const namedPlaces = new Proxy<Record<string, string>>({}, { get: (_, name) => `{${String(name)}}` })

/** The SDK's names of its operations, by `auth POST /v1/notes/{noteId}/publish`: read off what it asks for. */
export async function sdkNames(): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [service, path] of Object.entries(userServicePaths) as [UserService, string][]) {
    const { requests, fetch } = recorder()
    const base = `https://service.example${path}`
    const sdk = sdkFor({ auth: base, quranReflect: base }, 'token', fetch)
    for (const [name, operation] of Object.entries(sdkOperationsOf(sdk, service))) {
      await operation({ path: namedPlaces })
      const { method, url } = requests.at(-1)!
      names.set(`${service} ${method} ${decodeURIComponent(url).slice(base.length)}`, name)
    }
  }
  return names
}

/** A query as it is written for the SDK: an object's fields stand in brackets, lists stay lists. */
export function sdkQuery(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).flatMap(([name, value]) => flat(name, value)))
}

function flat(name: string, value: unknown): [string, unknown][] {
  const isObject = typeof value === 'object' && value !== null
  const holdsObjects = Array.isArray(value) && value.some((item) => typeof item === 'object')
  if (!isObject || (Array.isArray(value) && !holdsObjects)) return [[name, value]]
  return Object.entries(value).flatMap(([key, part]) => flat(`${name}[${key}]`, part))
}
