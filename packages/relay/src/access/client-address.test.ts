import { expect, test } from 'vitest'
import { clientAddress, networksOf } from './client-address.ts'

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

const hexOf = (address: string) =>
  networksOf(address).map(
    ([kind, ...words]) => `${kind}: ${words.map((word) => word.toString(16)).join(' ')}`,
  )

test.each([
  ['1.2.3.4', ['4: 102 304']],
  ['::ffff:1.2.3.4', ['4: 102 304']],
  ['::FFFF:102:304', ['4: 102 304']],
  ['64:ff9b::1.2.3.4', ['4: 102 304']],
  ['2001:db8:1:2:3:4:5:6', ['32: 2001 db8', '48: 2001 db8 1', '56: 2001 db8 1 0', '64: 2001 db8 1 2']],
  ['2001:DB8:0001:abcd::', ['32: 2001 db8', '48: 2001 db8 1', '56: 2001 db8 1 ab00', '64: 2001 db8 1 abcd']],
  ['[2001:db8::2]', ['32: 2001 db8', '48: 2001 db8 0', '56: 2001 db8 0 0', '64: 2001 db8 0 0']],
  ['fe80::1%eth0', ['32: fe80 0', '48: fe80 0 0', '56: fe80 0 0 0', '64: fe80 0 0 0']],
  ['::1', ['32: 0 0', '48: 0 0 0', '56: 0 0 0 0', '64: 0 0 0 0']],
  ['1::2:1.2.3.4', ['32: 1 0', '48: 1 0 0', '56: 1 0 0 0', '64: 1 0 0 0']],
])('the networks of %s', (address, networks) => expect(hexOf(address)).toEqual(networks))

test.each([
  '',
  ':',
  ':::',
  '1.2.3',
  '1.2.3.256',
  '1.2.3.4.5',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1::2::3',
  '1:2:3:4:5:6:7:12345',
  '2001:db8::x',
  '1:2',
  'user-5',
  '\u{1f4d6}',
])('what is no address is one client, the text that it is: %j', (text) => {
  expect(networksOf(text)).toEqual([
    [1_000 + text.length, ...text.split('').map((_, at) => text.charCodeAt(at))],
  ])
})

test('of a text without end the last 1,024 signs count', () => {
  const [long, ...more] = networksOf('a'.repeat(9_000) + 'b'.repeat(1_024))
  expect([long!.length, more, long]).toEqual([1_025, [], networksOf('b'.repeat(1_024))[0]])
})
