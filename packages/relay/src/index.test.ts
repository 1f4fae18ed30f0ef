import { expect, test } from 'vitest'
import * as relay from './index.ts'
import * as node from './node.ts'

test('the public face', () => {
  expect(Object.keys(relay).sort()).toEqual([
    'authorizeByCookie',
    'authorizeByHeader',
    'authorizeBySession',
    'createContentProxy',
    'createTokenRelay',
    'createUserDataProxy',
    'waraqServer',
  ])
  expect(Object.keys(node).sort()).toEqual([
    'clientFromEnvironment',
    'contentRootFromEnvironment',
    'nodeListener',
    'relayOptionsFromEnvironment',
    'startRelay',
  ])
})
