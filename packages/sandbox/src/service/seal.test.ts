import { describe, expect, it } from 'vitest'
import { Sealer } from './seal.ts'

const token = { kind: 'token', filter: 'translations:20', sequence: 7 } as const
const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']

describe('Sealer', () => {
  it('opens what it sealed, and seals the same content differently each time', () => {
    const sealer = new Sealer('secret')
    const first = sealer.seal(token)
    expect(sealer.open('token', first)).toMatchObject(token)
    expect(sealer.seal(token)).not.toBe(first)
    expect(sealer.open('cursor', first)).toBeUndefined()
    expect(new Sealer('other').open('token', first)).toBeUndefined()
  })

  it('refuses each change of a single character, other spellings of the same bytes included', () => {
    const sealer = new Sealer('secret')
    const text = sealer.seal(token)
    const changed = [...text].flatMap((own, index) =>
      alphabet
        .filter((other) => other !== own)
        .map((other) => text.slice(0, index) + other + text.slice(index + 1)),
    )
    for (const tampered of [...changed, '', '.', `${text}.`, `${text}=`, text.slice(1)]) {
      if (sealer.open('token', tampered)) expect.unreachable(tampered)
    }
  })
})
