import { expect, it } from 'vitest'
import { Secrets } from './secrets.ts'

const secret = 'a "secret"/with+signs&more'
const secrets = new Secrets()
secrets.add(secret, 'client-1', 'abc')

it.each([
  ['nothing to hide', 'nothing to hide'],
  [`before ${secret} after`, 'before [removed] after'],
  [`${secret}${secret}`, '[removed][removed]'],
  [`?id=${encodeURIComponent(secret)}&x`, '?id=[removed]&x'],
  [`${new URLSearchParams({ id: secret })}`, 'id=[removed]'],
  [JSON.stringify({ secret }), '{"secret":"[removed]"}'],
  ['client-1 and client-2', '[removed] and client-2'],
  ['an error that shows "a "secret"/wi"', 'an error that shows "[removed]"'],
  ['a "secret" of another kind', 'a "secret" of another kind'],
  // Too short to be one.
  ['abc', 'abc'],
])('%s', (text, shown) => expect(secrets.redact(text)).toBe(shown))

it('of two, of which one begins with the other, both go', () => {
  const both = new Secrets()
  both.add('waraq', 'waraq-secret-of-the-client')
  expect(both.redact('waraq waraq-secret-of-the-client')).toBe('[removed] [removed]')
})
