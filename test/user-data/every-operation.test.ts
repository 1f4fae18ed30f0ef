/** Every operation of the user-data API, called over HTTP by the client that applications use. */
import type { Operation } from 'waraq/client'
import { areaOfScope, userServicePaths } from '@waraq/protocol/user'
import { failure } from '@waraq/test-support/failure'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calledOperations } from './operations/index.ts'
import type { Scene } from './operations/scene.ts'
import { clientFor, newCast, noon, startUserService, type UserService } from './service.ts'

let service: UserService

beforeAll(async () => {
  service = await startUserService()
})
afterAll(() => service.listening.close())
beforeEach(() => {
  service.now = noon
  service.sandbox.clearRequests()
})

/** Two new people, one of whom has a second client that may do no more than this scope allows. */
function sceneWith(scope: string): Scene {
  const cast = newCast(service)
  return { ...cast, only: clientFor(service, cast.myName, scope) }
}

/** Whether the service was asked for this operation, and agreed. */
function wasServed({ service: name, method, path }: Operation): boolean {
  const pattern = new RegExp(`^${userServicePaths[name]}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return service.sandbox.requests.some(
    (request) => request.method === method && pattern.test(request.path) && request.status < 300,
  )
}

it('there are as many as the document has', () => expect(calledOperations).toHaveLength(103))

describe.each(calledOperations)('$called', ({ called, operation, call }) => {
  it(`does what it is for, with a token for ${operation.scope} alone`, async () => {
    await call(sceneWith(operation.scope!))
    expect(wasServed(operation)).toBe(true)
  })

  it('does the same with a token for its area', async () => {
    await call(sceneWith(areaOfScope(operation.scope!)))
  })

  it('is refused to a token for something else', async () => {
    const error = await failure(call(sceneWith(operation.scope === 'tag.read' ? 'note.read' : 'tag.read')))
    expect(error).toMatchObject({
      code: 'insufficient_scope',
      status: 403,
      retryable: false,
      details: { operation: called, type: 'insufficient_scope' },
    })
  })
})
