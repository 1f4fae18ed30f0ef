import { describe, expect, it } from 'vitest'
import { serviceFromEnvironment } from './environment.ts'

const credentials = { WARAQ_CLIENT_ID: 'some-client', WARAQ_CLIENT_SECRET: 'some-secret' }
const issuer = 'https://issuer.example'
const root = 'https://service.example/content'

describe('the service of an environment', () => {
  it.each([
    ['prelive', 'https://apis-prelive.quran.foundation/content', 'https://prelive-oauth2.quran.foundation'],
    ['production', 'https://apis.quran.foundation/content', 'https://oauth2.quran.foundation'],
  ])('%s', (name, contentRoot, authUrl) => {
    const service = serviceFromEnvironment({ ...credentials, WARAQ_ENVIRONMENT: name, PORT: 'x' })
    expect(service).toEqual({
      contentRoot,
      issuer: { authUrl, clientId: 'some-client', clientSecret: 'some-secret' },
    })
  })

  it.each([
    ['both addresses from the environment', { WARAQ_AUTH_URL: issuer, WARAQ_CONTENT_ROOT: root }, {}],
    ['both from the command line', {}, { authUrl: issuer, contentRoot: root }],
    [
      'the command line before the environment',
      { WARAQ_ENVIRONMENT: 'prelive' },
      { authUrl: issuer, contentRoot: root },
    ],
  ])('%s', (_, env, addresses) => {
    expect(serviceFromEnvironment({ ...credentials, ...env }, addresses)).toMatchObject({
      contentRoot: root,
      issuer: { authUrl: issuer },
    })
  })

  it('one address of a known environment may be another', () => {
    const env = { ...credentials, WARAQ_ENVIRONMENT: 'prelive' }
    expect(serviceFromEnvironment(env, { contentRoot: root })).toMatchObject({
      contentRoot: root,
      issuer: { authUrl: 'https://prelive-oauth2.quran.foundation' },
    })
  })

  it.each([
    ['no service', credentials, /WARAQ_AUTH_URL or WARAQ_ENVIRONMENT/],
    [
      'another environment',
      { ...credentials, WARAQ_ENVIRONMENT: 'constructor' },
      /one of prelive, production/,
    ],
    ['no content root', { ...credentials, WARAQ_AUTH_URL: issuer }, /WARAQ_CONTENT_ROOT/],
    ['no client', { WARAQ_ENVIRONMENT: 'prelive' }, /WARAQ_CLIENT_ID/],
    ['no secret', { WARAQ_ENVIRONMENT: 'prelive', WARAQ_CLIENT_ID: 'c' }, /WARAQ_CLIENT_SECRET/],
  ])('%s is named', (_, env, message) => {
    expect(() => serviceFromEnvironment(env)).toThrowError(message)
  })
})
