import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { relayHeader } from '@waraq/protocol'
import { expect, it, onTestFinished } from 'vitest'
import { sandboxClientId, sandboxClientSecret } from '../options.ts'
import { smallSandbox } from '../service-client.test-support.ts'
import { startServices } from './services.ts'

const origins = ['http://localhost:5173']

it('a page of an origin that is listed gets a token, and content for it; others are told why not', async () => {
  const reported: unknown[] = []
  const services = await startServices(smallSandbox(), { origins, log: (entry) => reported.push(entry) })
  onTestFinished(() => services.close())
  const ask = (origin: string) => {
    const headers = { origin, 'content-type': 'application/json', [relayHeader.name]: relayHeader.value }
    return fetch(services.relay, { method: 'POST', headers, body: '{}' })
  }
  const answer = await ask(origins[0]!)
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origins[0]])
  expect((await ask('http://localhost:9999')).status).toBe(403)
  expect(reported).toContainEqual(expect.objectContaining({ origin: 'http://localhost:9999' }))
  const { token, clientId } = (await answer.json()) as { token: string; clientId: string }
  const headers = { 'x-auth-token': token, 'x-client-id': clientId }
  expect((await fetch(`${services.contentRoot}/api/v4/chapters`, { headers })).status).toBe(200)
  expect((await fetch(`${services.admin}/state`)).status).toBe(200)
  expect(services.environment).toEqual({
    WARAQ_AUTH_URL: new URL(services.admin).origin,
    WARAQ_CONTENT_ROOT: services.contentRoot,
    WARAQ_CLIENT_ID: sandboxClientId,
    WARAQ_CLIENT_SECRET: sandboxClientSecret,
  })
})

it('where the relay’s port is taken, the sandbox’s is given back', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const relay = (taken.address() as AddressInfo).port
  const sandbox = smallSandbox()
  const first = await startServices(sandbox, { origins })
  await first.close()
  const ports = { ...first.ports, relay }
  await expect(startServices(sandbox, { origins, ports })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const again = await startServices(sandbox, { origins, ports: first.ports })
  expect(again.contentRoot).toBe(first.contentRoot)
  await again.close()
})
