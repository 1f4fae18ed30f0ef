import { expect, test } from 'vitest'
import * as client from './client.ts'
import { userOperations } from './client/user/operations/index.ts'

test('the public face', () => {
  const names = Object.keys(client).filter((name) => !(name in userOperations))
  expect(names.sort()).toEqual([
    'ObservableValue',
    'appState',
    'backendConnection',
    'beforeDeadline',
    'contentAccess',
    'createContentClient',
    'createFileClient',
    'createUserClient',
    'directConnection',
    'relayTokens',
    'scopesFor',
    'sync',
    'systemClock',
    'userClientOf',
    'userOperations',
    'userRoots',
    'userRootsBelow',
  ])
})

test('each area of operations, for a client of some of them', () => {
  expect(Object.keys(client)).toEqual(expect.arrayContaining(Object.keys(userOperations)))
})
