/** A reader at a name of its own, over TLS, in a real browser: what other hosts of its domain can do, and copied cookies. */
import { userOperations } from 'waraq/client'
import { sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumLaunch } from '../scripts/browsers.mjs'
import { startBackend, type Backend } from './application-backend.ts'
import { bundlePage } from './page/bundle.ts'
import { newCast, startUserService, type Cast, type UserService } from './service.ts'

const name = 'reader.example'
const session = '__Host-waraq-session'
const hourMs = 3_600_000

let service: UserService
let backend: Backend
let evil: Server
/** The lines that the page of the sibling host sets as cookies. */
let planted: string[]
let browser: Browser
let context: BrowserContext
let page: Page
let cast: Cast
/** How far the backend's clock is ahead. */
let aheadMs: number

/** A certificate that the browser is told not to look at. */
function certificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'waraq-tls-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const files = ['-keyout', keyFile, '-out', certFile]
  const form = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', `/CN=${name}`]
  execFileSync('openssl', ['req', '-x509', ...form, ...files], { stdio: 'ignore' })
  const read = { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }
  rmSync(folder, { recursive: true })
  return read
}

beforeAll(async () => {
  // The address of the backend is known once it listens.
  const redirectUris: string[] = []
  const client = { clientId: sandboxClientId, clientSecret: sandboxClientSecret }
  service = await startUserService({ clients: [{ ...client, redirectUris }], tokenLifetime: hourMs / 1000 })
  const tls = certificate()
  backend = await startBackend({
    ...client,
    authUrl: service.listening.authUrl,
    userRoots: service.listening.userRoots,
    operations: { notes: userOperations.notes },
    files: await bundlePage(),
    host: name,
    tls,
    clock: {
      now: () => Date.now() + aheadMs,
      monotonic: () => performance.now(),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
    },
  })
  redirectUris.push(`${backend.url}/user/callback`)
  evil = createServer(tls, (_, response) => {
    response.setHeader('set-cookie', planted)
    response.setHeader('content-type', 'text/html')
    // With a text for its body, Node writes the headers as UTF-8, too; these are single bytes.
    response.end(Buffer.from('<!doctype html>'))
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  const { args = [], ...launch } = chromiumLaunch()
  const rules = `--host-resolver-rules=MAP ${name} 127.0.0.1, MAP *.${name} 127.0.0.1`
  browser = await chromium.launch({ ...launch, args: [...args, rules], headless: true })
})
afterAll(async () => {
  await browser?.close()
  evil?.close()
  await backend?.close()
  await service?.listening.close()
})
beforeEach(async () => {
  aheadMs = 0
  service.sandbox.clearFaults()
  cast = newCast(service)
  context = await newContext()
  page = await context.newPage()
})
afterEach(() => context.close())

const newContext = () => browser.newContext({ ignoreHTTPSErrors: true })

async function signIn(where: Page, who: string): Promise<void> {
  await where.goto(`${backend.url}/user/sign-in?login_hint=${who}`)
  await where.waitForURL(`${backend.url}/`)
  await where.locator('html[data-ready]').waitFor()
}

const valueOf = async (where: BrowserContext, cookie: string) =>
  (await where.cookies(backend.url)).find((each) => each.name === cookie)?.value

/** What the reader's own page is told, asked as it asks. */
const ask = (where: Page, path: string, method = 'GET') =>
  where.evaluate(
    async ([path, method]) => {
      const answer = await fetch(path!, { method: method!, headers: { 'x-relay': '1' } })
      return { status: answer.status, text: await answer.text() }
    },
    [path, method],
  )

/** Another host of the domain sets cookies for all of it, with what Unicode calls white space before the name. */
async function visitSibling(cookie: string, value: string): Promise<void> {
  planted = ['\u00a0', '\u0085', '\u00ad'].map(
    (sign) => `${sign}${cookie}=${value}; Domain=${name}; Path=/; Secure`,
  )
  // Browsers refuse these two by themselves.
  planted.push(`${cookie}=${value}; Domain=${name}; Path=/; Secure`)
  planted.push(` ${cookie}=${value}; Domain=${name}; Path=/; Secure`)
  await page.goto(`https://evil.${name}:${(evil.address() as AddressInfo).port}/`)
  expect((await context.cookies(backend.url)).filter((each) => each.domain === `.${name}`)).toHaveLength(3)
}

describe('a page of another host of the domain', () => {
  let attacker: BrowserContext
  beforeEach(async () => {
    attacker = await newContext()
  })
  afterEach(() => attacker.close())

  it('plants no session: who is signed out stays so', async () => {
    await signIn(await attacker.newPage(), cast.otherName)
    await visitSibling(session, (await valueOf(attacker, session))!)
    await page.goto(backend.url)
    expect(await ask(page, '/user/session')).toEqual({ status: 200, text: '{"signedIn":false}' })
    expect((await ask(page, '/user/auth/v1/notes')).status).toBe(401)
  })

  it('plants no session: who is signed in writes into the account that is their own', async () => {
    await signIn(await attacker.newPage(), cast.otherName)
    await visitSibling(session, (await valueOf(attacker, session))!)
    await signIn(page, cast.myName)
    await page.evaluate(() => window.user.notes.create({ body: 'For me alone', saveToQR: false }))
    expect((await cast.me.notes.list()).data.map(({ body }) => body)).toEqual(['For me alone'])
    expect((await cast.other.notes.list()).data).toEqual([])
  })

  it('plants no sign-in: its reader is not signed in as the attacker', async () => {
    const stolen = await attacker.newPage()
    // The attacker signs in, but for the last step.
    const last = new Promise<string>((resolve) =>
      stolen.on('request', (request) => {
        if (request.url().startsWith(`${backend.url}/user/callback`)) resolve(request.url())
      }),
    )
    service.sandbox.fault({ match: { path: 'token' }, effect: { hang: true } })
    void stolen.goto(`${backend.url}/user/sign-in?login_hint=${cast.otherName}`).catch(() => undefined)
    const callback = await last
    await visitSibling('__Host-waraq-sign-in', (await valueOf(attacker, '__Host-waraq-sign-in'))!)
    await page.goto(callback)
    await page.waitForURL(`${backend.url}/?sign-in=expired`)
    expect(await valueOf(context, session)).toBeUndefined()
  })
})

it('a sign-out holds, whatever else the page asks for meanwhile: a copied cookie reads nothing', async () => {
  for (let round = 0; round < 20; round += 1) {
    aheadMs = 0
    await signIn(page, cast.myName)
    const copied = (await valueOf(context, session))!
    // The token is due, and the issuer takes its time.
    aheadMs = hourMs - 30_000
    service.sandbox.fault({ match: { path: 'token' }, effect: { delayMs: 40 } })
    const statuses = await page.evaluate(async (delayMs) => {
      const headers = { 'x-relay': '1' }
      const notes = [1, 2, 3].map(() => fetch('/user/auth/v1/notes', { headers }))
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      const left = await fetch('/user/sign-out', { method: 'POST', headers })
      return [left.status, ...(await Promise.all(notes)).map(({ status }) => status)]
    }, round * 5)
    expect(statuses[0]).toBe(204)
    expect(statuses.slice(1).filter((status) => status !== 200 && status !== 401)).toEqual([])
    await context.addCookies([
      { name: session, value: copied, url: backend.url, secure: true, httpOnly: true, sameSite: 'Strict' },
    ])
    expect([round, (await ask(page, '/user/auth/v1/notes')).status]).toEqual([round, 401])
  }
})

it('a sign-in that another site begins ends the session that the browser had', async () => {
  await signIn(page, cast.myName)
  const first = (await valueOf(context, session))!
  // The issuer's own page is another site.
  await page.goto(service.listening.url)
  await page.evaluate(
    (address) => location.assign(address),
    `${backend.url}/user/sign-in?login_hint=${cast.otherName}`,
  )
  await page.waitForURL(`${backend.url}/`)
  const second = (await valueOf(context, session))!
  expect(second).not.toBe(first)
  const outcome = async (value: string) => {
    await context.addCookies([
      { name: session, value, url: backend.url, secure: true, httpOnly: true, sameSite: 'Strict' },
    ])
    return (await ask(page, '/user/auth/v1/notes')).status
  }
  expect([await outcome(first), await outcome(second)]).toEqual([401, 200])
})
