import { describe, expect, test } from 'vitest'
import { readRelayRequest } from './token-relay.ts'

const hash = 'a'.repeat(64)

/** With its length told, as servers have it, and as a stream of unknown length. */
describe.each([true, false])('a body whose length is told: %s', (isReported) => {
  const read = (text: string, length = new TextEncoder().encode(text).length) => {
    const body = isReported ? text : new Response(text).body!
    const headers: Record<string, string> = isReported ? { 'content-length': String(length) } : {}
    const init = { method: 'POST', headers, body, duplex: 'half' }
    return readRelayRequest(new Request('https://relay.example/token', init))
  }

  test.each<[string, string | undefined]>([
    ['{}', undefined],
    ['', undefined],
    [' ', undefined],
    ['{"other":1}', undefined],
    [`{"renew":"${hash}"}`, hash],
  ])('%j is read', async (text, renew) => expect(await read(text)).toEqual({ renew }))

  test.each([
    '{',
    '[]',
    'null',
    '\u00a0',
    '1',
    '"x"',
    '{"renew":1}',
    '{"renew":"abc"}',
    `{"renew":"${hash.toUpperCase()}"}`,
    `{"x":"${'x'.repeat(1_024)}"}`,
  ])('%s is none', async (text) => expect(await read(text)).toBeUndefined())

  test('that is longer than it says is none', async () =>
    expect(await read(`{"x":"${'x'.repeat(2_000)}"}`, 10)).toBeUndefined())
})

test.each(['-1', '1e2', ' 5', '99999', 'x'])('a length of %j is not believed', async (length) => {
  const request = new Request('https://relay.example/token', {
    method: 'POST',
    headers: { 'content-length': length },
    body: '{}',
  })
  expect(await readRelayRequest(request)).toEqual({ renew: undefined })
})

test('a body that was read before is none', async () => {
  const request = new Request('https://relay.example/token', { method: 'POST', body: '{}' })
  await request.text()
  expect(await readRelayRequest(request)).toBeUndefined()
})
