import { expect, it } from 'vitest'
import { open, seal, storeKey } from './sealed.ts'

const value = { token: 'CANARY', scope: 'note', endsAt: 1, text: 'ك' }

it('only the id that sealed it opens it', async () => {
  const sealed = await seal('one', value)
  expect(await open('one', sealed)).toEqual(value)
  expect(await open('two', sealed)).toBeUndefined()
  expect(await open(await storeKey('one'), sealed)).toBeUndefined()
})

it('neither key nor value tells the id or what was sealed', async () => {
  const id = 'an-id-of-a-session'
  const written = (await storeKey(id)) + (await seal(id, value))
  for (const word of [id, 'CANARY', 'note', btoa('CANARY').slice(0, 6)]) expect(written).not.toContain(word)
})

it('the same value is sealed anew each time', async () => {
  expect(await seal('one', value)).not.toBe(await seal('one', value))
  expect(await storeKey('one')).toBe(await storeKey('one'))
  expect(await storeKey('one')).not.toBe(await storeKey('two'))
})

it('what was changed, cut or is something else opens to nothing', async () => {
  const sealed = await seal('one', value)
  const changed = sealed.slice(0, 30) + (sealed[30] === 'A' ? 'B' : 'A') + sealed.slice(31)
  for (const wrong of [changed, sealed.slice(0, 20), '', 'no base64!', undefined, null, 7, {}, { sealed }]) {
    expect(await open('one', wrong)).toBeUndefined()
  }
})
