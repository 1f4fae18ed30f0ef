import { Mutation } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import type { Sandbox } from '../index.ts'
import { clientOf, smallSandbox } from '../service-client.test-support.ts'

async function post(sandbox: Sandbox, command: string, body: unknown = {}) {
  const response = await sandbox.fetch(
    new Request(`http://127.0.0.1/admin/${command}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('admin endpoint', () => {
  it('mirrors the methods', async () => {
    const sandbox = smallSandbox()
    const resource = 'translations:20'
    const types: string[] = []
    for (const [command, body] of [
      ['publish', { changes: [{ resource, update: { key: 200_001, text: 'x' } }] }],
      ['invalidate', { resource, changes: [{ resource, remove: 200_002 }] }],
      ['touch', { resource: { group: 'translations', id: 20 } }],
      ['hide', { resource, reason: 'licence' }],
      ['restore', { resource }],
      ['delete', { resource }],
      ['add', { resource: 'layers:1', rows: [{ id: 1 }] }],
    ] as const) {
      const answer = await post(sandbox, command, body)
      expect(answer).toMatchObject({ status: 200, body: { success: true, sequence: sandbox.sequence } })
      types.push(...(answer.body['mutations'] as unknown[]).map((mutation) => Mutation.parse(mutation).type))
    }
    expect(types).toEqual([
      'ROW_UPDATE',
      'RESOURCE_INVALIDATE',
      'RESOURCE_UPDATE',
      'RESOURCE_DELETE',
      'RESOURCE_CREATE',
      'RESOURCE_DELETE',
      'RESOURCE_CREATE',
    ])
  })

  it('compacts, expires tokens and keeps faults', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    expect((await post(sandbox, 'compact', { upTo: 1_005 })).body).toMatchObject({ forgotten: 1_005 })
    await post(sandbox, 'expire-tokens')
    expect((await client.get('/api/v4/chapters')).status).toBe(401)
    const fault = { match: { path: { pattern: 'chapters$' } }, times: null, effect: { status: 503 } }
    const added = await post(sandbox, 'faults', fault)
    expect(added.body['fault']).toMatchObject({ spec: fault, fired: 0, remaining: null })
    expect((await client.get('/api/v4/chapters')).status).toBe(503)
    const { id } = added.body['fault'] as { id: number }
    expect((await post(sandbox, 'faults/remove', { id })).body).toMatchObject({ removed: true })
    expect((await client.get('/api/v4/chapters')).status).toBe(401)
  })

  it('shows the state without headers', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    await client.get('/api/v4/resources/snapshots/translations/20?x=1')
    const text = await (await sandbox.fetch(new Request('http://localhost/admin/state?rows=all'))).text()
    const state = JSON.parse(text) as { resources: unknown[]; requests: unknown[]; sequence: number }
    expect(state.sequence).toBe(sandbox.sequence)
    expect(state.resources).toContainEqual({
      resource: 'translations:20',
      public: true,
      rows: { translation: 36 },
    })
    expect(state.requests).toEqual([expect.objectContaining({ method: 'GET', query: '?x=1', status: 200 })])
    expect(text).not.toContain(client.headers['x-auth-token'])
  })

  it('says what is wrong with a request', async () => {
    const sandbox = smallSandbox()
    expect((await post(sandbox, 'hide', { resource: 'translations:9' })).status).toBe(422)
    expect((await post(sandbox, 'hide', {})).status).toBe(422)
    expect((await post(sandbox, 'publish', {})).status).toBe(422)
    expect((await post(sandbox, 'faults', {})).status).toBe(422)
    const misspelt = await post(sandbox, 'faults', { effect: { stauts: 503 } })
    expect([misspelt.status, misspelt.body]).toMatchObject([
      422,
      { message: expect.stringContaining('effect has no field "stauts"') as string },
    ])
    expect(sandbox.faults).toEqual([])
    expect((await post(sandbox, 'constructor', {})).status).toBe(404)
    const form = new Request('http://localhost/admin/hide', {
      method: 'POST',
      body: '{"resource":"translations:20"}',
    })
    expect((await sandbox.fetch(form)).status).toBe(422)
  })

  it('opens to loopback hosts and origins only', async () => {
    const sandbox = smallSandbox()
    const status = async (url: string, headers: Record<string, string> = {}) =>
      (await sandbox.fetch(new Request(url, { headers }))).status
    expect(await status('http://[::1]:8080/admin/state')).toBe(200)
    expect(await status('http://localhost/admin/state', { origin: 'http://localhost:5173' })).toBe(200)
    expect(await status('http://evil.test/admin/state')).toBe(403)
    expect(await status('http://127.0.0.1.evil.test/admin/state')).toBe(403)
    expect(await status('http://localhost/admin/state', { host: 'evil.test:8080' })).toBe(403)
    expect(await status('http://localhost/admin/state', { origin: 'https://evil.test' })).toBe(403)
    expect(await status('http://localhost/admin/state', { origin: 'null' })).toBe(403)
  })

  it('answers preflights of the content API and of loopback pages', async () => {
    const sandbox = smallSandbox()
    const preflight = (path: string, origin: string) =>
      sandbox.fetch(
        new Request(`http://localhost${path}`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'GET' },
        }),
      )
    const content = await preflight('/content/api/v4/resources/sync', 'https://reader.example')
    expect(content.status).toBe(204)
    expect(content.headers.get('access-control-allow-headers')).toBe('x-auth-token,x-client-id')
    expect(content.headers.get('access-control-allow-methods')).toBe('GET')
    expect(content.headers.get('access-control-max-age')).toBe('600')
    const admin = await preflight('/admin/publish', 'http://localhost:5173')
    expect(admin.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
    const strict = smallSandbox({ allowedOrigins: ['https://reader.example'] })
    const refused = await strict.fetch(
      new Request('http://localhost/content/api/v4/chapters', {
        headers: { origin: 'https://other.example' },
      }),
    )
    expect(refused.headers.has('access-control-allow-origin')).toBe(false)
  })
})
