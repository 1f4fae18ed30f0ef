import { freePort } from '@waraq/test-support/free-port'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startRelay, type RunningRelay } from './start-relay.ts'

const base = {
  authUrl: 'https://issuer.example',
  clientId: 'client-1',
  clientSecret: 'CANARY-SECRET',
  allowedOrigins: ['https://reader.example'],
  authorize: 'everyone' as const,
  port: 0,
  log: () => undefined,
  fetch: async () => Response.json({ access_token: 'a', expires_in: 3_600, scope: 'content' }),
}

let running: RunningRelay | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

function post(relay: RunningRelay, host: string, path = '/token'): Promise<number> {
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
    running = await startRelay(base)
    expect(running.tokens).toBe(`http://127.0.0.1:${running.port}/token`)
    const response = await fetch(running.tokens, {
      method: 'POST',
      headers: { origin: 'https://reader.example', 'content-type': 'application/json', 'x-relay': '1' },
      body: '{}',
    })
    expect(await response.json()).toMatchObject({ token: 'a', clientId: 'client-1' })
  })

  test('knows its own names only', async () => {
    running = await startRelay({ ...base, allowedHosts: ['relay.example'] })
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
      await expect(startRelay({ ...base, ...options })).rejects.toMatchObject({
        code: 'invalid_relay_configuration',
      })
    }
  })

  test.each(['0', '0x0', '000.0.0.0', '::0', '[::]', '0:0:0:0:0:0:0:0', '0.0.0.0'])(
    'knows that %s is every address',
    async (host) => {
      for (const lists of [
        { allowedOrigins: [] },
        {},
        { allowedHosts: ['relay.example'], allowedOrigins: [] },
      ]) {
        await expect(startRelay({ ...base, ...lists, host })).rejects.toMatchObject({
          code: 'invalid_relay_configuration',
        })
      }
    },
  )

  test('an address of the network needs both lists, too', async () => {
    const own = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')
    // A machine without a network has only its own addresses, and no other to give away.
    const host = own?.address ?? '0.0.0.0'
    await expect(startRelay({ ...base, host })).rejects.toMatchObject({
      code: 'invalid_relay_configuration',
    })
  })

  test.each(['127.0.0.1', 'localhost', '127.1', '0x7f.1'])('%s is this machine', async (host) => {
    running = await startRelay({ ...base, allowedOrigins: [], host })
    expect(await post(running, `localhost:${running.port}`)).toBe(403)
  })

  test('requests in flight end before it does', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let arrived = () => {}
    const asked = new Promise<void>((resolve) => (arrived = resolve))
    const relay = await startRelay({
      ...base,
      fetch: async () => {
        arrived()
        await held
        return base.fetch()
      },
    })
    const answer = post(relay, `localhost:${relay.port}`)
    await asked
    const closed = relay.close()
    release()
    expect(await answer).toBe(200)
    await closed
    await expect(post(relay, `localhost:${relay.port}`)).rejects.toThrow()
  })

  test('says on standard error what happens, unless it is given a log', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      running = await startRelay({ ...base, allowedOrigins: [], log: undefined })
      expect(await post(running, `localhost:${running.port}`)).toBe(403)
      const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)
      expect(lines).toMatchObject([
        { event: 'refused', reason: 'origin_unlisted', origin: 'https://reader.example' },
      ])
    } finally {
      write.mockRestore()
    }
  })

  test('its port for operators answers to its own names alone, and a port that is taken leaves nothing behind', async () => {
    running = await startRelay({ ...base, admin: { port: 0 } })
    const port = Number(new URL(running.admin!).port)
    const statusFor = (host: string) =>
      new Promise<number>((resolve, reject) => {
        const outgoing = request(
          { host: '127.0.0.1', port, path: '/health', headers: { host } },
          (response) => {
            response.resume()
            resolve(response.statusCode ?? 0)
          },
        )
        outgoing.on('error', reject)
        outgoing.end()
      })
    expect([await statusFor(`127.0.0.1:${port}`), await statusFor(`evil.example:${port}`)]).toEqual([
      200, 403,
    ])
    const main = await freePort()
    await expect(startRelay({ ...base, port: main, admin: { port } })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    const again = await startRelay({ ...base, port: main })
    await again.close()
  })

  test('does not start with what cannot work', async () => {
    await expect(startRelay({ ...base, clientSecret: '' })).rejects.toMatchObject({
      code: 'invalid_relay_configuration',
    })
  })

  test('a port that is taken is an error', async () => {
    running = await startRelay(base)
    await expect(startRelay({ ...base, port: running.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})
