import { WaraqError } from '@waraq/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { verdictOf } from './refusals.ts'
import { stage, valueOf } from './stage.test-support.ts'

const set = stage()
afterEach(() => {
  set.close()
  set.sandbox.clearFaults()
  set.requests.length = 0
})
const { sandbox, requests, device } = set
const body = (value: number) => ({ schemaVersion: 1, value })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
let keys = 0

/** A person's document that has never been written before. */
function fresh() {
  const key = `key-${(keys += 1)}`
  return { key, tab: device().tab() }
}

describe('a refusal that is about the caller', () => {
  it.each<[number, string | undefined, string]>([
    [503, 'app_state_unavailable', 'service_failed'],
    [403, 'insufficient_scope', 'insufficient_scope'],
    [403, 'app_state_disabled', 'forbidden'],
    [409, undefined, 'other_account'],
    [429, 'rate_limit_exceeded', 'rate_limited'],
  ])('stops, and nothing is blocked: %i %s', async (status, word, code) => {
    const { key, tab } = fresh()
    await tab.write('settings', key, body(1))
    const type = word === undefined ? 'other_account' : word === 'insufficient_scope' ? word : undefined
    sandbox.fault({
      match: { path: '/auth/v1/app-state/', method: 'PUT' },
      effect: { status, body: { ...(type && { type }), ...(word && { details: { error: word } }) } },
    })
    expect(await failure(tab.sync())).toMatchObject({ code, status })
    expect(await tab.read('settings', key)).toMatchObject({ pending: true, blocked: null })
    await tab.sync()
    expect(await tab.read('settings', key)).toMatchObject({ pending: false })
  })
})

it('a refusal of a proxy that is about one write holds that one', async () => {
  const { key, tab } = fresh()
  await tab.write('settings', key, body(1))
  await tab.write('settings', `${key}-other`, body(2))
  sandbox.fault({
    match: { path: `/auth/v1/app-state/settings/${key}`, method: 'PUT' },
    effect: { status: 403 },
  })
  await tab.sync()
  expect(await tab.read('settings', key)).toMatchObject({ blocked: { code: 'forbidden', status: 403 } })
  expect(await tab.read('settings', `${key}-other`)).toMatchObject({ pending: false })
})

it('a document that another device writes each time is left for later, and no choice is lost', async () => {
  const { key, tab } = fresh()
  await tab.write('settings', key, body(1))
  const failed = { details: { error: { code: 'precondition_failed' } } }
  sandbox.fault({
    match: { path: '/auth/v1/app-state/', method: 'PUT' },
    times: Infinity,
    effect: { status: 412, body: failed },
  })
  await tab.sync()
  expect(requests.filter((request) => request.startsWith('PUT')).length).toBeLessThanOrEqual(20)
  expect(await tab.read('settings', key)).toMatchObject({ body: body(1), pending: true, blocked: null })
  sandbox.clearFaults()
  await tab.sync()
  expect(await tab.read('settings', key)).toMatchObject({ pending: false })
})

it('an answer that the SDK cannot follow is an error that may pass', async () => {
  const { key, tab } = fresh()
  await tab.write('settings', key, body(1))
  sandbox.fault({
    match: { path: '/auth/v1/app-state/', method: 'PUT' },
    effect: { headers: { etag: null } },
  })
  expect(await failure(tab.sync())).toMatchObject({ code: 'invalid_response', retryable: true })
  await tab.sync()
  expect(await valueOf(tab, key)).toBe(1)
})

it.each<[string, ConstructorParameters<typeof WaraqError>[0], string]>([
  [
    'too large',
    { code: 'invalid_request', message: '', status: 413, details: { serviceCode: 'document_too_large' } },
    'block',
  ],
  [
    'a state that has moved',
    { code: 'invalid_request', message: '', status: 412, details: { serviceCode: 'precondition_failed' } },
    'again',
  ],
  [
    'a key that was used',
    { code: 'invalid_request', message: '', status: 409, details: { serviceCode: 'idempotency_key_reused' } },
    'again',
  ],
  [
    'a word that is new',
    { code: 'invalid_request', message: '', status: 400, details: { serviceCode: 'added_since' } },
    'stop',
  ],
  [
    'a name of JavaScript',
    { code: 'invalid_request', message: '', status: 400, details: { serviceCode: 'constructor' } },
    'stop',
  ],
  ['a proxy’s limit of bodies', { code: 'invalid_request', message: '', status: 413 }, 'block'],
  ['what is refused here', { code: 'invalid_argument', message: '' }, 'block'],
  ['no answer', { code: 'network', message: '', retryable: true }, 'stop'],
  ['nobody signed in', { code: 'unauthorized', message: '', status: 401, retryable: false }, 'stop'],
])('what becomes of a write: %s', (_, error, verdict) => {
  expect(verdictOf(new WaraqError(error))).toBe(verdict)
})
