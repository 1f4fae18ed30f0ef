import { failure } from '@waraq/test-support/failure'
import { describe, expect, it } from 'vitest'
import { backendSession } from './session.ts'

const { signal } = new AbortController()
const asked: [string, RequestInit][] = []
const connection = (answer: () => Response) =>
  backendSession('http://localhost/user', async (input, init) => {
    asked.push([String(input), init!])
    return answer()
  })

describe('who is signed in', () => {
  it.each([
    [{ signedIn: false }, { signedIn: false }],
    [
      { signedIn: true, account: 'a1', scope: 'bookmark note' },
      { signedIn: true, account: 'a1', scope: 'bookmark note' },
    ],
    [{ signedIn: true, account: '' }, { signedIn: true }],
    [{ signedIn: true, account: 7, scope: 7 }, { signedIn: true }],
    [{ signedIn: true, account: 'a'.repeat(201) }, { signedIn: true }],
  ])('%j', async (body, session) => {
    expect(await connection(() => Response.json(body)).read(signal)).toEqual(session)
    const [address, { credentials, headers }] = asked.at(-1)!
    expect([address, credentials]).toEqual(['http://localhost/user/session', 'include'])
    expect(headers).toMatchObject({ 'x-relay': '1' })
  })
  it.each([
    ['a page of a gateway', () => new Response('<html>')],
    ['another document', () => Response.json({ ok: true })],
    ['a list', () => Response.json([true])],
    ['a failure', () => Response.json({ signedIn: true }, { status: 503 })],
  ])('is not known by %s', async (_, answer) => {
    expect(await failure(connection(answer).read(signal))).toMatchObject({
      code: 'service_failed',
      retryable: true,
    })
  })
  it('signs out, and tells where that failed', async () => {
    await connection(() => new Response(null, { status: 204 })).signOut(signal)
    expect(asked.at(-1)).toMatchObject(['http://localhost/user/sign-out', { method: 'POST' }])
    const lost = backendSession('http://localhost/user', () =>
      Promise.reject(new TypeError('Failed to fetch')),
    )
    expect(await failure(lost.signOut(signal))).toMatchObject({ code: 'service_failed' })
  })
})
