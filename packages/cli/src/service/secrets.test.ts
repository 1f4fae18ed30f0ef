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
  [
    `"${Buffer.from(`id:${secret}`).toString('base64')}"`,
    expect.stringMatching(/^"aWQ6?.?\[removed\].{0,4}"$/),
  ],
  [Buffer.from(secret).toString('hex'), '[removed]'],
  ['client-1 and client-2', '[removed] and client-2'],
  ['an error that shows "a "secret"/wi"', 'an error that shows "[removed]"'],
  ['a "secret" of another kind', 'a "secret" of another kind'],
  // Too short to be one.
  ['abc', 'abc'],
])('%s', (text, shown) => expect(secrets.redact(text)).toEqual(shown))

it.each([0, 1, 2, 3, 4])('in base64, wherever it begins (%i), no telling part of it stays', (before) => {
  for (const encoding of ['base64', 'base64url'] as const) {
    const text = Buffer.from(`${'x'.repeat(before)}${secret}>>>yy`).toString(encoding)
    const shown = Buffer.from(secrets.redact(text).replaceAll('[removed]', ''), encoding).toString()
    expect(shown).not.toMatch(/secret|signs/)
    expect(secrets.redact(text)).toContain('[removed]')
  }
})

it('of two, of which one begins with the other, both go', () => {
  const both = new Secrets()
  both.add('waraq', 'waraq-secret-of-the-client')
  expect(both.redact('waraq waraq-secret-of-the-client')).toBe('[removed] [removed]')
})
