import { expect, test } from 'vitest'
import * as client from './index.ts'

test('the public face', () => {
  expect(Object.keys(client).sort()).toEqual([
    'backoffMs',
    'beforeDeadline',
    'contentAccess',
    'createContentClient',
    'createFileClient',
    'decideRetry',
    'defaultRetryPolicy',
    'relayTokens',
    'sleepAwake',
    'systemClock',
    'timedSignal',
    'unlessAborted',
  ])
})
