import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

test.each<[string, string | null, number, string | undefined]>([
  ['no proxy of ours: what callers write is nothing', '1.1.1.1', 0, '9.9.9.9'],
  ['one', '1.1.1.1', 1, '1.1.1.1'],
  ['one, and what the caller wrote before', '6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
  ['two', '6.6.6.6, 1.1.1.1, 10.0.0.2', 2, '1.1.1.1'],
  ['two, but only one was passed', '1.1.1.1', 2, '9.9.9.9'],
  ['one that says nothing', null, 1, '9.9.9.9'],
  ['one that says something else', 'unknown', 1, '9.9.9.9'],
  ['with a port', '1.1.1.1:555', 1, '1.1.1.1'],
  ['IPv6', '2001:db8::1', 1, '2001:db8::1'],
  ['IPv6 with a port', '[2001:db8::1]:555', 1, '2001:db8::1'],
  ['with white space that HTTP does not allow', '6.6.6.6, 1.1.1.1\u00a0', 1, '9.9.9.9'],
  ['a text without end', `${'1'.repeat(61)}`, 1, '9.9.9.9'],
])('%s', (_, header, hops, address) => expect(clientAddress(header, '9.9.9.9', hops)).toBe(address))

test('a socket without an address has none', () => expect(clientAddress(null, undefined, 0)).toBeUndefined())
