import { StandardError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import type { FaultEffect, SandboxOptions } from '../index.ts'
import { signedIn, userSandbox } from '../user/user-data.test-support.ts'

const note = { body: 'Read slowly.', saveToQR: false }

async function start(options: SandboxOptions = {}) {
  const sandbox = userSandbox(options)
  const amina = await signedIn(sandbox, 'amina')
  const fault = (effect: FaultEffect, method = 'POST') =>
    sandbox.fault({ match: { path: 'user', method }, effect })
  const bodies = async () =>
    ((await amina.get('/v1/notes')) as { data: { body: string }[] }).data.map(({ body }) => body)
  return { sandbox, amina, fault, bodies }
}

describe('a request without its answer', () => {
  it.each<[string, FaultEffect, number]>([
    ['lost before it was carried out', { networkError: true }, 0],
    ['lost after it was carried out', { networkError: true, carriedOut: 'before' }, 1],
  ])('%s', async (_, effect, notes) => {
    const { amina, fault, bodies } = await start()
    fault(effect)
    await expect(amina.post('/v1/notes', note)).rejects.toBeInstanceOf(TypeError)
    expect(await bodies()).toHaveLength(notes)
  })

  it('given up by a gateway is carried out all the same, and the gateway says nothing of it', async () => {
    const { amina, fault, bodies } = await start()
    fault({ status: 504, carriedOut: 'before' })
    const answer = await amina.send('POST', '/v1/notes', { body: note })
    expect([answer.status, StandardError.parse(await answer.json()).type]).toEqual([504, 'gateway_timeout'])
    expect(await bodies()).toEqual([note.body])
  })

  it.each<[string, FaultEffect]>([
    ['broke', { networkError: true, carriedOut: 'later' }],
    ['was answered by a gateway', { status: 502, carriedOut: 'later' }],
  ])('that %s is carried out once it is released', async (_, effect) => {
    const { amina, fault, bodies } = await start()
    const late = fault(effect)
    await amina.send('POST', '/v1/notes', { body: note }).catch(() => undefined)
    expect([await bodies(), late.held]).toEqual([[], 1])
    await late.release()
    expect([await bodies(), late.held]).toEqual([[note.body], 0])
    await late.release()
    expect(await bodies()).toHaveLength(1)
  })

  it('that its caller gave up is carried out once it is released, by the admin endpoint as well', async () => {
    const { sandbox, amina, bodies, fault } = await start()
    const late = fault({ hang: true, carriedOut: 'later' })
    const { token, clientId } = await sandbox.userToken({ user: 'amina' })
    const headers = { 'x-auth-token': token, 'x-client-id': clientId, 'content-type': 'application/json' }
    const caller = new AbortController()
    const init = { method: 'POST', headers, body: JSON.stringify(note), signal: caller.signal }
    const asked = sandbox.fetch(new Request('http://localhost/auth/v1/notes', init))
    await expect.poll(() => late.held).toBe(1)
    caller.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    expect(await bodies()).toEqual([])
    const url = 'http://localhost/admin/faults/release'
    const admin = { 'content-type': 'application/json' }
    const release = (id: number) =>
      sandbox.fetch(new Request(url, { method: 'POST', headers: admin, body: JSON.stringify({ id }) }))
    expect(await (await release(late.id + 1)).json()).toMatchObject({ released: 0 })
    expect(await (await release(late.id)).json()).toMatchObject({ released: 1 })
    expect(await bodies()).toEqual([note.body])
    expect((await amina.send('GET', '/v1/notes')).status).toBe(200)
  })

  it('is carried out after a time', async () => {
    let over = () => {}
    const { amina, fault, bodies } = await start({
      sleep: (ms) => {
        expect(ms).toBe(90_000)
        return new Promise((resolve) => (over = resolve))
      },
    })
    fault({ networkError: true, carriedOut: { afterMs: 90_000 } })
    await expect(amina.post('/v1/notes', note)).rejects.toBeInstanceOf(TypeError)
    expect(await bodies()).toEqual([])
    over()
    await expect.poll(bodies).toEqual([note.body])
  })

  it('that the service refuses late changes nothing', async () => {
    const { amina, fault, bodies } = await start()
    const late = fault({ networkError: true, carriedOut: 'later' }, 'DELETE')
    await expect(amina.delete('/v1/notes/note-9')).rejects.toBeInstanceOf(TypeError)
    await late.release()
    expect(await bodies()).toEqual([])
  })
})

describe('another device', () => {
  it('changes a list between two of its pages', async () => {
    const { sandbox, amina } = await start()
    for (const name of ['One', 'Two', 'Three']) await amina.post('/v1/collections', { name })
    sandbox.fault({
      match: { path: '/auth/v1/collections', method: 'GET', nth: 2 },
      effect: {
        meanwhile: [{ method: 'POST', path: '/auth/v1/collections/collection-1', body: { name: 'First' } }],
      },
    })
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = (await amina.get('/v1/collections', { first: 2, ...(after && { after }) })) as {
        data: { name: string }[]
        pagination: { endCursor: string; hasNextPage: boolean }
      }
      seen.push(...page.data.map(({ name }) => name))
      after = page.pagination.hasNextPage ? page.pagination.endCursor : undefined
    } while (after)
    // The last one moved to the beginning, where the reader has been.
    expect(seen).toEqual(['Three', 'Two'])
  })

  it('that is refused makes the request fail, so that no test takes it for done', async () => {
    const { amina, fault } = await start()
    fault({ meanwhile: [{ method: 'DELETE', path: '/auth/v1/notes/note-9' }] }, 'GET')
    expect(await amina.refused('GET', '/v1/notes')).toBe('500 internal_server_error')
  })
})

it('an error has the body that was asked for', async () => {
  const { amina, fault } = await start()
  fault({ status: 409, body: { type: 'Conflict', details: { error: { code: 'Mine' } } } })
  const answer = await amina.send('POST', '/v1/notes', { body: note })
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      message: 'A fault that was asked for.',
      type: 'Conflict',
      success: false,
      details: { error: { code: 'Mine' } },
    },
  ])
})
