/** The service's official SDK and ours, operation by operation. */
import { createUserClient, directConnection, type Operation, type UserClient } from 'waraq/client'
import { userRootsBelow, type UserService as ServiceName } from '@waraq/protocol/user'
import { sandboxClientId } from '@waraq/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calledOperations } from '../user-data/operations/index.ts'
import { clientFor, newCast, noon, startUserService, type UserService } from '../user-data/service.ts'
import { changedBySdk, onlyInSdk } from './exceptions.ts'
import { recorder, sdkFor, sdkNames, sdkOperationsOf, sdkQuery } from './sdk.ts'
import { fetchThroughSdk } from './through-sdk.ts'

let service: UserService
let names: ReadonlyMap<string, string>

beforeAll(async () => {
  names = await sdkNames()
  service = await startUserService()
})
afterAll(() => service.listening.close())
beforeEach(() => {
  service.now = noon
})

type Area = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>

const placeOf = ({ service: name, method, path }: Operation) => `${name} ${method} ${path}`

it('has an operation of the SDK for each of ours, and the rest of them in a list', () => {
  const ours = calledOperations.map(({ operation }) => placeOf(operation))
  const theirs = [...names.keys()]
  expect(ours.filter((place) => !names.has(place))).toEqual([])
  expect(theirs.filter((place) => !ours.includes(place)).toSorted()).toEqual(
    Object.keys(onlyInSdk).toSorted(),
  )
  expect([ours.length, theirs.length]).toEqual([103, 121])
})

describe('the SDK asks the sandbox', () => {
  it.each(calledOperations)('$called', async ({ called, call, operation }) => {
    const cast = newCast(service)
    const only = createUserClient({
      connection: directConnection({
        root: service.listening.userRoots,
        tokens: { get: () => service.sandbox.userToken({ user: cast.myName, scope: operation.scope! }) },
      }),
      fetch: fetchThroughSdk(service.listening.userRoots, names),
      retry: { attempts: 1 },
    })
    const asked = call({ ...cast, only })
    await (called in changedBySdk ? expect(asked).rejects.toThrow(changedBySdk[called]!.seen) : asked)
  })
})

/** A client that keeps what one of its operations is called with. */
function listening(user: UserClient, area: string, name: string, heard: unknown[][]): UserClient {
  const operations = (user as unknown as Readonly<Record<string, Area>>)[area]!
  const call = operations[name]!
  const heardCall = (...args: unknown[]) => {
    heard.push(args)
    return call(...args)
  }
  const each = (call as unknown as { each?: (...args: unknown[]) => unknown }).each
  const hearing = each && {
    each: (...args: unknown[]) => {
      heard.push(args)
      return each(...args)
    },
  }
  return { ...user, [area]: { ...operations, [name]: Object.assign(heardCall, hearing) } }
}

/** The arguments of a call by what they are: the path's, the body, the query. */
function given(operation: Operation, args: readonly unknown[]) {
  const places = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, place]) => place!)
  const rest = args.slice(places.length)
  const body = operation.body ? rest.shift() : undefined
  const query = operation.query ? rest.shift() : undefined
  return {
    path: Object.fromEntries(places.map((place, index) => [place, args[index] as string])),
    ...(body === undefined ? {} : { body }),
    ...(query === undefined ? {} : { query: sdkQuery(query as Record<string, unknown>) }),
  }
}

/** The parts of a request that are compared, in a form that can be. */
async function shown(request: Request) {
  const { origin, pathname, searchParams } = new URL(request.url)
  const text = await request.text()
  const names = ['content-type', 'x-auth-token', 'x-client-id', 'x-timezone']
  return {
    method: request.method,
    address: origin + pathname,
    query: [...searchParams].toSorted(),
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    headers: Object.fromEntries(names.map((name) => [name, request.headers.get(name)])),
  }
}

describe('our client sends what the SDK sends', () => {
  const roots = userRootsBelow('https://service.example')
  const timeZone = 'Asia/Jakarta'
  const ours = recorder()
  const user = createUserClient({
    connection: directConnection({
      root: roots,
      tokens: { get: () => Promise.resolve({ token: 't', clientId: sandboxClientId, expiresAt: 9e15 }) },
    }),
    fetch: ours.fetch,
    timeZone,
    onUnexpected: () => undefined,
    retry: { attempts: 1 },
  }) as unknown as Readonly<Record<string, Area>>

  it.each(calledOperations)('$called', async ({ area, name, operation, call }) => {
    const heard: unknown[][] = []
    const cast = newCast(service)
    await call({ ...cast, only: listening(clientFor(service, cast.myName), area, name, heard) })
    expect(heard).not.toEqual([])
    for (const args of heard) {
      ours.requests.length = 0
      await user[area]![name]!(...args).catch(() => undefined)
      const theirs = recorder()
      const sdk = sdkFor(roots, 't', theirs.fetch)
      const service: ServiceName = operation.service
      await sdkOperationsOf(sdk, service)[names.get(placeOf(operation))!]!({
        ...given(operation, args),
        ...(operation.countsDays ? { headers: { 'x-timezone': timeZone } } : {}),
      })
      expect(await shown(ours.requests[0]!)).toEqual(await shown(theirs.requests[0]!))
    }
  })
})
