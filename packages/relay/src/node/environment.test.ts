import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { relayOptionsFromEnvironment, storeFromEnvironment } from './environment.ts'

describe('the environment', () => {
  const env = {
    WARAQ_AUTH_URL: 'https://issuer.example',
    WARAQ_CLIENT_ID: 'client-1',
    WARAQ_CLIENT_SECRET: 'CANARY-SECRET',
    WARAQ_ALLOWED_ORIGINS: 'https://reader.example, http://localhost:5173',
    WARAQ_PUBLIC: '1',
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
      allowedHeaders: [],
      authorize: 'everyone',
      modes: ['tokens'],
      credentials: false,
      sameOrigin: false,
      limits: {},
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

  test('what the relay serves is its mode', () => {
    const modesOf = (more: Record<string, string | undefined>) => {
      const { modes, contentRoot } = relayOptionsFromEnvironment({ ...env, ...more })
      return [modes, contentRoot]
    }
    expect(modesOf({ WARAQ_MODE: 'token' })).toEqual([['tokens'], undefined])
    const root = 'https://service.example/content'
    expect(modesOf({ WARAQ_MODE: 'proxy', WARAQ_CONTENT_ROOT: root })).toEqual([['proxy'], root])
    expect(modesOf({ WARAQ_MODE: 'both', WARAQ_AUTH_URL: undefined, WARAQ_ENVIRONMENT: 'prelive' })).toEqual([
      ['tokens', 'proxy'],
      'https://apis-prelive.quran.foundation/content',
    ])
  })

  test('the secret may come from a file, which is read for each use', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'waraq-relay-')), 'secret')
    writeFileSync(file, 'from-file\n')
    const { WARAQ_CLIENT_SECRET: _, ...rest } = env
    const { clientSecret } = relayOptionsFromEnvironment({ ...rest, WARAQ_CLIENT_SECRET_FILE: file })
    const read = clientSecret as () => Promise<string>
    expect(await read()).toBe('from-file')
    writeFileSync(file, 'new\n')
    expect(await read()).toBe('new')
  })

  test.each<[string, Record<string, string>]>([
    ['a check of sessions', { WARAQ_SESSION_URL: 'https://reader.example/session' }],
    ['a signed cookie', { WARAQ_COOKIE_NAME: 'reader', WARAQ_COOKIE_SECRET: 'CANARY'.repeat(6) }],
    ['a header', { WARAQ_HEADER_NAME: 'x-reader', WARAQ_HEADER_VALUE: 'CANARY'.repeat(6) }],
  ])('%s decides who may ask', (_, way) => {
    const { WARAQ_PUBLIC: _public, ...rest } = env
    expect(relayOptionsFromEnvironment({ ...rest, ...way }).authorize).toBeTypeOf('function')
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
    ['WARAQ_SESSION_URL, WARAQ_COOKIE_NAME, WARAQ_HEADER_NAME, WARAQ_PUBLIC', { WARAQ_PUBLIC: undefined }],
    ['WARAQ_PUBLIC', { WARAQ_PUBLIC: 'yes' }],
    ['WARAQ_PUBLIC', { WARAQ_SESSION_URL: 'https://reader.example/session' }],
    ['WARAQ_COOKIE_SECRET', { WARAQ_PUBLIC: undefined, WARAQ_COOKIE_NAME: 'reader' }],
    ['32', { WARAQ_PUBLIC: undefined, WARAQ_COOKIE_NAME: 'reader', WARAQ_COOKIE_SECRET: 'CANARY' }],
    ['32', { WARAQ_PUBLIC: undefined, WARAQ_HEADER_NAME: 'x-a', WARAQ_HEADER_VALUE: 'CANARY' }],
    ['session', { WARAQ_PUBLIC: undefined, WARAQ_SESSION_URL: 'http://reader.example/CANARY' }],
    ['WARAQ_CREDENTIALS', { WARAQ_CREDENTIALS: 'true' }],
    ['WARAQ_LIMIT', { WARAQ_LIMIT: '-1' }],
    ['WARAQ_TRUSTED_PROXIES', { WARAQ_TRUSTED_PROXIES: 'all' }],
    ['WARAQ_ADMIN_PORT', { WARAQ_ADMIN_PORT: 'x' }],
    ['WARAQ_LOG_SHARE', { WARAQ_LOG_SHARE: '2' }],
    ['WARAQ_MODE', { WARAQ_MODE: 'user' }],
    ['WARAQ_CONTENT_ROOT', { WARAQ_MODE: 'proxy' }],
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

  test('a Redis is named by its address', async () => {
    expect(await storeFromEnvironment({})).toBeUndefined()
    await expect(storeFromEnvironment({ WARAQ_REDIS_URL: 'localhost:6379' })).rejects.toMatchObject({
      code: 'invalid_relay_configuration',
    })
  })
})
