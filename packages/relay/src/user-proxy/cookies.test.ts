import { expect, it } from 'vitest'
import type { RelayLogEntry } from '../events/log.ts'
import { clearedCookie, cookieHeader, cookieOf, sessionCookie } from './cookies.ts'

const request = (cookie?: string) =>
  new Request('https://reader.example/', cookie === undefined ? {} : { headers: { cookie } })

it('has what the prefix of its name asks for, and is kept from scripts', () => {
  const line = cookieHeader(sessionCookie, 'id', { sameSite: 'Strict', maxAgeSeconds: 60 })
  expect(line).toBe('__Host-waraq-session=id; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict')
  expect(clearedCookie(sessionCookie)).toBe(
    '__Host-waraq-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

it.each([
  [undefined, undefined],
  ['', undefined],
  ['a=1', undefined],
  ['__Host-waraq-session=id', 'id'],
  ['a=1; __Host-waraq-session=id; b=2', 'id'],
  ['a=1;__Host-waraq-session=x=y', 'x=y'],
  ['__host-waraq-session=id', undefined],
  ['x__Host-waraq-session=id', undefined],
  ['a="; __Host-waraq-session=id', 'id'],
  ['a=1; \t__Host-waraq-session\t =\t id ', 'id'],
  // What other decoders call white space: a browser guards none of these names, so another host of the domain can plant them.
  ...['\u00a0', '\u000b', '\u000c', '\u0085', '\u001f'].flatMap((sign): [string, undefined][] => [
    [`${sign}__Host-waraq-session=planted`, undefined],
    [`__Host-waraq-session${sign}=planted`, undefined],
    [`a=1;${sign} __Host-waraq-session=planted`, undefined],
  ]),
])('of the header %j it reads %j', (header, value) => {
  const log: RelayLogEntry[] = []
  expect(cookieOf(request(header), sessionCookie, (entry) => log.push(entry))).toBe(value)
  expect(log).toEqual([])
})

it.each(['__Host-waraq-session=a; __Host-waraq-session=b', '__Host-waraq-session=a;__Host-waraq-session=a'])(
  'of two cookies with one name it takes neither, and says so: %s',
  (header) => {
    const log: RelayLogEntry[] = []
    expect(cookieOf(request(header), sessionCookie, (entry) => log.push(entry))).toBeUndefined()
    expect(log).toEqual([{ event: 'cookie_doubled' }])
  },
)

it('a value comes back as it was', () => {
  const value = 'state=a%2Bb&return=%2Fa%3Fb%3D1%26c;"é'
  const line = cookieHeader(sessionCookie, value, { sameSite: 'Lax', maxAgeSeconds: 1 })
  expect(cookieOf(request(line.split(';', 1)[0]), sessionCookie, () => undefined)).toBe(value)
})

it('a browser keeps none for longer than 400 days', () => {
  expect(cookieHeader(sessionCookie, '', { sameSite: 'Lax', maxAgeSeconds: 1e9 })).toContain(
    'Max-Age=34560000;',
  )
})
