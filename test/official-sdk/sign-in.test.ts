/** Users sign in by the service's official SDK, on a backend and without one. */
import { createPublicClient } from '@quranjs/api/public'
import { createServerClient } from '@quranjs/api/server'
import { createSandbox, sandboxClientId, sandboxClientSecret, type ListeningSandbox } from '@waraq/sandbox'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'

const redirectUri = 'http://127.0.0.1/callback'
const publicClientId = 'reader-in-the-browser'
const codeVerifier = 'a-verifier-that-is-long-enough-for-the-rules-of-pkce'
const scope = 'collection note.read offline_access'

let now = Date.parse('2026-03-02T12:00:00Z')
let listening: ListeningSandbox

beforeAll(async () => {
  const sandbox = createSandbox({
    content: 'small',
    now: () => now,
    clients: [{ clientId: sandboxClientId, clientSecret: sandboxClientSecret }, { clientId: publicClientId }],
  })
  listening = await sandbox.listen()
})
afterAll(() => listening.close())

const services = () => ({
  oauth2BaseUrl: listening.authUrl,
  authBaseUrl: listening.userRoots.auth,
  quranReflectBaseUrl: listening.userRoots.quranReflect,
})
const server = () =>
  createServerClient({ clientId: sandboxClientId, clientSecret: sandboxClientSecret, services: services() })

/** Goes where the SDK sends the user, who says yes, and comes back with what the service gave. */
async function allowed(address: string): Promise<URLSearchParams> {
  const response = await fetch(address, { redirect: 'manual' })
  return new URL(response.headers.get('location')!).searchParams
}

const asked = (clientId: string) => ({
  client_id: clientId,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope,
  state: 'kept',
  login_hint: 'amina',
  code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  code_challenge_method: 'S256',
})

it('on a backend, and goes on with a new token when the first one ends', async () => {
  const sdk = server()
  const given = await allowed(sdk.oauth2.authorizeUrl(asked(sandboxClientId)))
  expect(given.get('state')).toBe('kept')
  await sdk.oauth2.exchangeCode({ code: given.get('code')!, codeVerifier, redirectUri })
  const first = await sdk.getUserSession()
  await sdk.auth.collections.create({ name: 'Sabr' })
  expect(await sdk.auth.collections.list({ first: 5 })).toMatchObject({ data: [{ name: 'Sabr' }] })

  now += 2 * 3_600_000
  expect(await sdk.auth.collections.list({ first: 5 })).toMatchObject({ data: [{ name: 'Sabr' }] })
  const renewed = await sdk.getUserSession()
  expect(renewed?.accessToken).not.toBe(first?.accessToken)
  expect(renewed?.refreshToken).not.toBe(first?.refreshToken)
})

it('without a backend, by PKCE alone', async () => {
  const sdk = createPublicClient({ clientId: publicClientId, clientType: 'public', services: services() })
  const given = await allowed(sdk.oauth2.authorizeUrl(asked(publicClientId)))
  const code = given.get('code')!
  await expect(sdk.oauth2.exchangeCode({ code, redirectUri })).rejects.toMatchObject({ status: 400 })
  await sdk.oauth2.exchangeCode({ code, codeVerifier, redirectUri })
  expect(await sdk.auth.notes.list()).toMatchObject({ data: [] })
})

it('not for scopes that do not exist', async () => {
  const address = server().oauth2.authorizeUrl({ ...asked(sandboxClientId), scope: 'collections' })
  expect((await allowed(address)).get('error')).toBe('invalid_scope')
})
