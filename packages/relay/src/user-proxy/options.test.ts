import { describe, expect, it } from 'vitest'
import { settingsOf, type UserDataProxyOptions } from './options.ts'
import { operations, serviceRoots } from './stage.test-support.ts'
import { createUserDataProxy } from './user-proxy.ts'

const good: UserDataProxyOptions = {
  authUrl: 'https://issuer.example/',
  clientId: 'client-1',
  clientSecret: 'secret',
  userRoots: serviceRoots,
  operations,
  allowedOrigins: [],
}
const scopesOf = (...scopes: ('note' | 'note.read' | 'bookmark.read' | 'bookmark.create')[]) =>
  settingsOf({
    ...good,
    operations: {
      area: Object.fromEntries(scopes.map((scope) => [scope, { ...operations.notes.list, scope }])),
    },
  }).scope

describe('the options', () => {
  it('have defaults', () => {
    expect(settingsOf(good)).toEqual({
      authUrl: 'https://issuer.example',
      userRoots: serviceRoots,
      scope: 'note.create note.delete note.read openid offline_access',
      path: '/user',
      publicUrl: undefined,
      afterSignIn: '/',
      idleMs: 14 * 86_400_000,
      absoluteMs: 90 * 86_400_000,
    })
  })

  it('ask for each scope once, and for an area without its children', () => {
    expect(scopesOf('note.read', 'bookmark.read', 'note.read')).toBe(
      'bookmark.read note.read openid offline_access',
    )
    expect(scopesOf('note.read', 'note', 'bookmark.create')).toBe(
      'bookmark.create note openid offline_access',
    )
    expect(settingsOf({ ...good, scope: 'openid note' }).scope).toBe('openid note')
  })

  it.each([
    ['authUrl', { authUrl: 'http://issuer.example' }],
    ['authUrl', { authUrl: '' }],
    ['clientId', { clientId: '' }],
    ['clientId', { clientId: 'a b' }],
    ['clientSecret', { clientSecret: '' }],
    ['userRoots.auth', { userRoots: undefined }],
    ['userRoots.auth', { userRoots: { ...serviceRoots, auth: 'http://service.example' } }],
    ['userRoots.quranReflect', { userRoots: { ...serviceRoots, quranReflect: 'https://a@b.example' } }],
    ['operations', { operations: {} }],
    ['operations', { operations: undefined }],
    ['path', { path: 'user' }],
    ['path', { path: '/../user' }],
    ['path', { path: '/us er' }],
    ['publicUrl', { publicUrl: 'http://reader.example/user' }],
    ['afterSignIn', { afterSignIn: 'https://elsewhere.example/' }],
    ['session.idleMs', { session: { idleMs: 0 } }],
    ['session.absoluteMs', { session: { absoluteMs: NaN } }],
    ['allowedOrigins', { allowedOrigins: ['https://reader.example/'] }],
  ])('are refused where %s is wrong, when the proxy is first asked', async (name, wrong) => {
    const proxy = createUserDataProxy({ ...good, ...wrong } as UserDataProxyOptions)
    await expect(proxy(new Request('https://reader.example/user/session'))).rejects.toMatchObject({
      code: 'invalid_relay_configuration',
      message: expect.stringContaining(name) as string,
    })
  })
})
