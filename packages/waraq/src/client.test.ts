import { expect, test } from 'vitest'
import * as client from './client.ts'

test('the public face', () => {
  expect(Object.keys(client).sort()).toEqual([
    'ObservableValue',
    'backoffMs',
    'beforeDeadline',
    'callListener',
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
