import { expect, it } from 'vitest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { errorTextOf, isRedirect, outgoing } from './outgoing.ts'

const answer = (status: number, redirected = false) => ({ status, redirected }) as Response

it('knows an answer that leads elsewhere', () => {
  for (const status of [0, 300, 301, 304, 307, 399])
    expect([status, isRedirect(answer(status))]).toEqual([status, true])
  for (const status of [200, 204, 299, 400, 503])
    expect([status, isRedirect(answer(status))]).toEqual([status, false])
  expect(isRedirect(answer(200, true))).toBe(true)
})

it('neither follows redirects nor caches, whatever the request says', async () => {
  const sent: (RequestInit | undefined)[] = []
  const send = outgoing(async (_, init) => {
    sent.push(init)
    return new Response()
  })
  await send('https://service.example/a', { method: 'POST', redirect: 'follow', cache: 'default' })
  expect(sent).toEqual([{ method: 'POST', redirect: 'manual', cache: 'no-store' }])
})

it('reads an error without the token, and none that is long or late', async () => {
  const clock = new VirtualClock()
  const read = (body: BodyInit) => clock.run(errorTextOf(new Response(body), 'a-token', { clock, ms: 1_000 }))
  expect(await read('The token a-token is not a-token.')).toBe('The token  is not .')
  expect(await read('x'.repeat(65_537))).toBeUndefined()
  expect(await read(new ReadableStream())).toBeUndefined()
})
