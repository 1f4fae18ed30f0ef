import { request } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startTokenRelay, type RunningTokenRelay } from './node.ts'

const base = {
  authUrl: 'https://issuer.example',
  clientId: 'client-1',
  clientSecret: 'CANARY-SECRET',
  allowedOrigins: ['https://reader.example'],
  port: 0,
  log: () => undefined,
  fetch: async () => Response.json({ access_token: 'a', expires_in: 3_600, scope: 'content' }),
}

let running: RunningTokenRelay | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

function post(relay: RunningTokenRelay, host: string, path = '/token'): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: relay.port,
        path,
        method: 'POST',
        headers: {
          host,
          origin: 'https://reader.example',
          'content-type': 'application/json',
          'x-relay': '1',
        },
      },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    outgoing.on('error', reject)
    outgoing.end('{}')
  })
}

describe('listening', () => {
  test('answers over HTTP', async () => {
    running = await startTokenRelay(base)
    expect(running.url).toBe(`http://127.0.0.1:${running.port}/token`)
    const response = await fetch(running.url, {
      method: 'POST',
      headers: { origin: 'https://reader.example', 'content-type': 'application/json', 'x-relay': '1' },
      body: '{}',
    })
    expect(await response.json()).toMatchObject({ token: 'a', clientId: 'client-1' })
  })

  test('knows its own names only', async () => {
    running = await startTokenRelay({ ...base, allowedHosts: ['relay.example'] })
    const { port } = running
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, 'relay.example']) {
      expect(await post(running, host)).toBe(200)
    }
    for (const host of [
      `evil.test:${port}`,
      'evil.test',
      'localhost',
      `localhost:${port + 1}`,
      `relay.example:${port}`,
    ]) {
      expect(await post(running, host)).toBe(403)
    }
    expect(await post(running, `localhost:${port}`, '/other')).toBe(403)
  })

  test('does not open itself to the network without lists', async () => {
    const open = [
      { host: '0.0.0.0', allowedOrigins: [] },
      { host: '0.0.0.0' },
      { host: '::', allowedHosts: ['relay.example'], allowedOrigins: [] },
    ]
    for (const options of open) {
      await expect(startTokenRelay({ ...base, ...options })).rejects.toMatchObject({
        code: 'invalid_relay_configuration',
      })
    }
  })

  test('says on standard error what happens, unless it is given a log', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      running = await startTokenRelay({ ...base, allowedOrigins: [], log: undefined })
      expect(await post(running, `localhost:${running.port}`)).toBe(403)
      const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)
      expect(lines).toMatchObject([
        { event: 'refused', reason: 'origin_unlisted', origin: 'https://reader.example' },
      ])
    } finally {
      write.mockRestore()
    }
  })

  test('does not start with what cannot work', async () => {
    await expect(startTokenRelay({ ...base, clientSecret: '' })).rejects.toMatchObject({
      code: 'invalid_relay_configuration',
    })
  })

  test('a port that is taken is an error', async () => {
    running = await startTokenRelay(base)
    await expect(startTokenRelay({ ...base, port: running.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})
