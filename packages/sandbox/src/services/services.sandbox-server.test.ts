import { expect, it } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { sandboxServer } from './services.ts'

const sandbox = createSandbox({ content: 'small' })
const page = 'http://localhost:5173'
const ofPage = { 'sec-fetch-site': 'same-origin', 'x-relay': '1' }
const ask = (path: string, init: RequestInit = {}) =>
  sandboxServer(sandbox, '/waraq')(new Request(page + path, { headers: ofPage, ...init }))

it('content comes without a token of the page', async () => {
  const answer = await ask('/waraq/content/api/v4/chapters')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ chapters: expect.any(Array) as unknown })
})

it('a change is published at its own admin endpoint', async () => {
  const before = sandbox.sequence
  const answer = await ask('/waraq/sandbox/admin/publish', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      changes: [{ resource: 'translations:20', update: { key: 200_001, text: 'Changed.' } }],
    }),
  })
  expect(answer.status).toBe(200)
  expect(sandbox.sequence).toBeGreaterThan(before)
})

it.each(['/waraq', '/waraq/', '/waraq/token', '/waraq/sandboxes/admin/state', '/elsewhere'])(
  '%s is nothing of it',
  async (path) => {
    expect((await ask(path)).status).toBe(403)
  },
)
