import { mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { relayOptionsFromEnvironment, startTokenRelay, type RunningTokenRelay } from './node.ts'

const base = {
  authUrl: 'https://issuer.example',
  clientId: 'client-1',
  clientSecret: 'CANARY-SECRET',
  allowedOrigins: ['https://reader.example'],
  port: 0,
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

  test('a port that is taken is an error', async () => {
    running = await startTokenRelay(base)
    await expect(startTokenRelay({ ...base, port: running.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})

describe('the environment', () => {
  const env = {
    WARAQ_AUTH_URL: 'https://issuer.example',
    WARAQ_CLIENT_ID: 'client-1',
    WARAQ_CLIENT_SECRET: 'CANARY-SECRET',
    WARAQ_ALLOWED_ORIGINS: 'https://reader.example, http://localhost:5173',
    HOST: '127.0.0.1',
    PORT: '9000',
  }

  test('is read into options', () => {
    expect(relayOptionsFromEnvironment(env)).toEqual({
      authUrl: 'https://issuer.example',
      clientId: 'client-1',
      clientSecret: 'CANARY-SECRET',
      allowedOrigins: ['https://reader.example', 'http://localhost:5173'],
      allowedHosts: [],
      host: '127.0.0.1',
      port: 9_000,
    })
  })

  test.each([
    ['prelive', 'https://prelive-oauth2.quran.foundation'],
    ['production', 'https://oauth2.quran.foundation'],
  ])('%s is a preset', (name, authUrl) => {
    const { WARAQ_AUTH_URL: _, ...rest } = env
    expect(relayOptionsFromEnvironment({ ...rest, WARAQ_ENVIRONMENT: name }).authUrl).toBe(authUrl)
  })

  test('the secret may come from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'waraq-relay-')), 'secret')
    writeFileSync(file, 'from-file\n')
    const { WARAQ_CLIENT_SECRET: _, ...rest } = env
    expect(relayOptionsFromEnvironment({ ...rest, WARAQ_CLIENT_SECRET_FILE: file }).clientSecret).toBe(
      'from-file',
    )
  })

  test.each<[string, Record<string, string | undefined>]>([
    ['WARAQ_AUTH_URL', { WARAQ_AUTH_URL: undefined }],
    ['WARAQ_AUTH_URL', { WARAQ_ENVIRONMENT: 'prelive' }],
    ['WARAQ_ENVIRONMENT', { WARAQ_AUTH_URL: undefined, WARAQ_ENVIRONMENT: 'toString' }],
    ['WARAQ_CLIENT_ID', { WARAQ_CLIENT_ID: ' ' }],
    ['WARAQ_CLIENT_SECRET', { WARAQ_CLIENT_SECRET: undefined }],
    ['WARAQ_CLIENT_SECRET_FILE', { WARAQ_CLIENT_SECRET_FILE: '/secret' }],
    [
      'WARAQ_CLIENT_SECRET_FILE',
      { WARAQ_CLIENT_SECRET: undefined, WARAQ_CLIENT_SECRET_FILE: '/does/not/exist' },
    ],
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
  ])('%s is named where it is wrong, and no value is', (name, change) => {
    try {
      relayOptionsFromEnvironment({ ...env, ...change })
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({
        code: 'invalid_relay_configuration',
        message: expect.stringContaining(name),
      })
      expect(String(error)).not.toContain('CANARY')
    }
  })
})
