import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accountOf } from './authorization-server.ts'
import { idToken } from './stage.test-support.ts'

const account = (sub: string, clientId = 'client-1') =>
  createHash('sha256').update(`["waraq account","${clientId}","${sub}"]`).digest('hex')

describe('the account of an id token', () => {
  it('is a hash of client and user: the same at each sign-in, and another for each client', async () => {
    expect(await accountOf(idToken({ sub: 'u-1', iat: 1 }), 'client-1')).toBe(account('u-1'))
    expect(await accountOf(idToken({ sub: 'u-1', iat: 2 }), 'client-1')).toBe(account('u-1'))
    const elsewhere = idToken({ sub: 'u-1', aud: ['client-2'] })
    expect(await accountOf(elsewhere, 'client-2')).toBe(account('u-1', 'client-2'))
    expect(account('u-1', 'client-2')).not.toBe(account('u-1'))
  })

  it('is that of the text, whatever its letters', async () => {
    expect(await accountOf(idToken({ sub: 'مستخدم-١' }), 'client-1')).toBe(account('مستخدم-١'))
  })

  it.each([
    ['no token', undefined],
    ['no text', 7],
    ['no form', 'not.a.token'],
    ['two parts of nothing', '..'],
    ['claims that are a list', `a.${btoa('[]')}.c`],
    ['no user', idToken({ sub: undefined })],
    ['a user without a name', idToken({ sub: '' })],
    ['a user that is a number', idToken({ sub: 5 })],
    ['another client', idToken({ sub: 'u-1', aud: 'client-2' })],
    ['a client of the name’s beginning', idToken({ sub: 'u-1', aud: 'client-11' })],
    ['no client', idToken({ sub: 'u-1', aud: undefined })],
  ])('is none: %s', async (_, token) => {
    expect(await accountOf(token, 'client-1')).toBeUndefined()
  })
})
