import { expect, it } from 'vitest'
import { clearedCookie, cookieHeader, cookieOf, sessionCookie } from './cookies.ts'

const request = (cookie?: string) =>
  new Request('https://reader.example/', cookie === undefined ? {} : { headers: { cookie } })

it('has what the prefix of its name asks for, and is kept from scripts', () => {
  const line = cookieHeader(sessionCookie, 'id', { sameSite: 'Strict', maxAgeSeconds: 60 })
  expect(line).toBe('__Host-waraq-session=id; Max-Age=60; Path=/; Secure; HttpOnly; SameSite=Strict')
  expect(clearedCookie(sessionCookie)).toBe(
    '__Host-waraq-session=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax',
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
])('of the header %j it reads %j', (header, value) => {
  expect(cookieOf(request(header), sessionCookie)).toBe(value)
})
