import { expect, it } from 'vitest'
import { signedIn, userSandbox } from './user-data.test-support.ts'

interface Listed {
  readonly data: readonly { readonly id: string; readonly name?: string; readonly body?: string }[]
}

it('a replica that is behind shows what was there then, and takes no part in what is written', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const sandbox = userSandbox({ now: () => now })
  const amina = await signedIn(sandbox, 'amina')
  const idris = await signedIn(sandbox, 'idris')
  const read = async (path: string, seconds?: number) => {
    if (seconds !== undefined) sandbox.fault({ match: { path: 'user' }, effect: { staleReads: { seconds } } })
    return ((await amina.get(path)) as Listed).data.map(({ id, name, body }) => `${id} ${name ?? body}`)
  }
  await amina.post('/v1/collections', { name: 'One' })
  // A refusal that uses up an id.
  expect(await amina.refused('POST', '/v1/collections', { body: { name: ' ' } })).toBe('400 invalid_request')
  await idris.post('/v1/notes', { body: 'Of another user.', saveToQR: false })
  now += 10_000
  await amina.post('/v1/collections', { name: 'Two' })
  await amina.post('/v1/collections/collection-1', { name: 'First' })
  await amina.post('/v1/notes', { body: 'Read slowly.', saveToQR: false })
  now += 10_000
  await amina.delete('/v1/notes/note-2')

  const present = ['collection-1 First', 'collection-3 Two']
  expect(await read('/v1/collections')).toEqual(present)
  expect(await read('/v1/collections', 5)).toEqual(present)
  expect(await read('/v1/collections', 15)).toEqual(['collection-1 One'])
  expect(await read('/v1/collections', 25)).toEqual([])
  expect(await read('/v1/notes', 5)).toEqual(['note-2 Read slowly.'])
  expect([await read('/v1/notes'), await read('/v1/notes', 15)]).toEqual([[], []])
  expect(await read('/v1/collections')).toEqual(present)
  sandbox.fault({ match: { path: 'user' }, effect: { staleReads: { seconds: 25 } } })
  expect(await amina.post('/v1/collections', { name: 'Three' })).toMatchObject({
    data: { id: 'collection-4' },
  })
})
