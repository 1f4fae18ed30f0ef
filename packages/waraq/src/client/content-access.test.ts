import { failure } from '@waraq/test-support/failure'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, test } from 'vitest'
import { contentAccess, type RelayOption } from './content-access.ts'
import { createContentClient } from './content-client.ts'
import { json, scriptedFetch } from './scripted-service.test-support.ts'

const answer = () => json({ token: 'a', clientId: 'client-1', expiresIn: 3_600 })
const caller = { credentials: 'include', headers: { authorization: 'Bearer a' } } as const

describe('a relay', () => {
  test.each([
    ['an address', 'https://relay.example/token'],
    ['a URL', new URL('https://relay.example/token')],
    ['an object', { tokens: 'https://relay.example/token' }],
  ])('by %s gives tokens', async (_what, relay) => {
    const clock = new VirtualClock()
    const { fetch, sent } = scriptedFetch(answer())
    const { tokens } = contentAccess(relay, { fetch, clock })
    expect(tokens?.from).toBe('https://relay.example/token')
    expect(await clock.run(tokens!.get())).toMatchObject({ token: 'a' })
    expect(sent[0]?.init.credentials).toBe('same-origin')
  })

  test('knows its caller by cookies and headers', async () => {
    const clock = new VirtualClock()
    const { fetch, sent } = scriptedFetch(answer())
    const { tokens } = contentAccess({ tokens: 'https://relay.example/token', ...caller }, { fetch, clock })
    await clock.run(tokens!.get())
    expect(sent[0]?.init.credentials).toBe('include')
    expect(sent[0]?.header('authorization')).toBe('Bearer a')
    expect(sent[0]?.header('x-relay')).toBe('1')
  })

  test('may be a proxy', () => {
    expect(contentAccess({ proxy: '/content', ...caller })).toEqual({
      proxy: { root: '/content', ...caller },
    })
  })

  test.each([[{}], [{ tokens: '/token', proxy: '/content' }], [{ token: '/token' }]])(
    'that is %j is refused',
    async (relay) => {
      const error = await failure(
        Promise.resolve().then(() => contentAccess(relay as unknown as RelayOption)),
      )
      expect(error).toMatchObject({ code: 'invalid_option', details: { option: 'relay' } })
    },
  )
})

test('an option crosses to a worker as it is', () => {
  const options: RelayOption[] = ['/token', { tokens: '/token', ...caller }, { proxy: '/content', ...caller }]
  expect(structuredClone(options)).toEqual(options)
})

test('the types take one way of asking', () => {
  const contentRoot = 'https://service.example/content'
  const tokens = { get: () => Promise.reject(new Error('not asked')) }
  const proxy = { root: 'https://app.example/content' }
  createContentClient({ contentRoot, tokens })
  createContentClient({ contentRoot, proxy })
  createContentClient({ contentRoot, ...contentAccess({ proxy: proxy.root }) })
  const refused = expect.objectContaining({ code: 'invalid_option', details: { option: 'tokens' } }) as Error
  // @ts-expect-error none
  expect(() => createContentClient({ contentRoot })).toThrow(refused)
  // @ts-expect-error both
  expect(() => createContentClient({ contentRoot, tokens, proxy })).toThrow(refused)
  // @ts-expect-error a bare address
  expect(() => createContentClient({ contentRoot, proxy: '/content' })).toThrow(refused)
})
