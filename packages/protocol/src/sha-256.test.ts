import { expect, it } from 'vitest'
import { sha256Hex } from './sha-256.ts'

it.each([
  ['nothing', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['a text', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['bytes', new Uint8Array([97, 98, 99]), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
])('the SHA-256 of %s', async (_, data, hash) => expect(await sha256Hex(data)).toBe(hash))
