import { afterEach, describe, expect, test, vi } from 'vitest'
import { proxyRoot, relayAddress } from './relay-address.ts'

describe('the relay address', () => {
  afterEach(() => vi.unstubAllGlobals())
  const page = new URL('https://reader.example/app/')

  test.each([
    ['https://relay.example/token', undefined, 'https://relay.example/token'],
    ['http://127.0.0.1:8787/token', undefined, 'http://127.0.0.1:8787/token'],
    ['/token', page, 'https://reader.example/token'],
    ['token', page, 'https://reader.example/app/token'],
    ['/token', new URL('http://reader.lan/'), 'http://reader.lan/token'],
  ])('%s seen from %s', (url, own, expected) => expect(relayAddress(url, own)).toBe(expected))

  test.each([
    ['/token', undefined],
    ['', undefined],
    ['http://relay.example/token', page],
    ['//relay.example/token', new URL('http://reader.lan/')],
    ['https://user:secret@relay.example/token', page],
    ['javascript:alert(1)', page],
    ['file:///token', new URL('file:///')],
  ])('refuses %s seen from %s', (url, own) => {
    expect(() => relayAddress(url, own)).toThrow(expect.objectContaining({ code: 'invalid_relay_address' }))
  })

  test.each([
    ['/content/', page, { origin: 'https://reader.example', path: '/content' }],
    ['/', new URL('http://reader.lan/app'), { origin: 'http://reader.lan', path: '' }],
    ['http://localhost:1/a/b', page, { origin: 'http://localhost:1', path: '/a/b' }],
  ])('of a proxy %s seen from %s', (root, own, expected) => expect(proxyRoot(root, own)).toEqual(expected))

  test.each(['/content?', '/content#', 'http://other.example/content'])('refuses the proxy %s', (root) => {
    expect(() => proxyRoot(root, page)).toThrow(expect.objectContaining({ code: 'invalid_relay_address' }))
  })

  test('a worker made from a blob has the address of its page', () => {
    vi.stubGlobal('location', { href: 'blob:https://reader.example/123', origin: 'https://reader.example' })
    expect(relayAddress('/token')).toBe('https://reader.example/token')
  })
})
