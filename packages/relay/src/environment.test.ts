import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { relayOptionsFromEnvironment } from './environment.ts'

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
