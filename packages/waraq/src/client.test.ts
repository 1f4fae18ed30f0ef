import { expect, test } from 'vitest'
import * as client from './client.ts'

test('the public face', () => {
  expect(Object.keys(client).sort()).toEqual([
    'ObservableValue',
    'beforeDeadline',
    'contentAccess',
    'createContentClient',
    'createFileClient',
    'relayTokens',
    'systemClock',
  ])
})
