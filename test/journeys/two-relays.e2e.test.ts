import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RelayOption } from 'waraq/client'
import { createSandbox, sandboxClientId, sandboxClientSecret, type Sandbox } from '@waraq/sandbox'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readBuiltFiles } from '../../demo/scripts/built-files.mjs'
import { createReaderServer } from '../../demo/scripts/reader-server.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { startBalancer, type Balancer } from '../relay/balancer.ts'
import { inFilesBelow, inMemoryOf } from '../relay/process-memory.ts'
import { startRedis, startRelayProcess, type Redis, type Relay } from '../relay/processes.ts'
import { syncWords } from './reader-visit.ts'

/** The reader with two relay processes that share a Redis, behind one address: one is killed while the reader gets its content. */

const built = fileURLToPath(new URL('../../demo/dist', import.meta.url))

let redis: Redis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())

let sandbox: Sandbox
let service: Awaited<ReturnType<Sandbox['listen']>>
let reader: ReturnType<typeof createReaderServer>
let relays: Relay[]
let balancer: Balancer
let context: BrowserContext
let page: Page
const problems: string[] = []

async function open(relayBy: (balanced: string) => RelayOption): Promise<string> {
  sandbox = createSandbox({ content: { chapters: [1, 2, 112, 113, 114] } })
  service = await sandbox.listen()
  reader = createReaderServer(await readBuiltFiles(built))
  const url = `http://127.0.0.1:${await reader.listen(0)}`
  const env = {
    WARAQ_AUTH_URL: service.authUrl,
    WARAQ_CONTENT_ROOT: service.contentRoot,
    WARAQ_CLIENT_ID: sandboxClientId,
    WARAQ_CLIENT_SECRET: sandboxClientSecret,
    WARAQ_MODE: 'both',
    WARAQ_PUBLIC: '1',
    WARAQ_ALLOWED_ORIGINS: url,
    WARAQ_REDIS_URL: redis.url,
  }
  relays = await Promise.all([startRelayProcess(env), startRelayProcess(env)])
  balancer = await startBalancer(relays.map(({ tokens }) => new URL(tokens).origin))
  reader.serve({
    contentRoot: service.contentRoot,
    relay: relayBy(balancer.url),
    admin: `${service.url}/admin`,
    audio: [],
  })
  context = await (await sharedChromium()).newContext({ serviceWorkers: 'block' })
  page = await context.newPage()
  return url
}

beforeEach(async () => {
  problems.length = 0
  await redis.command('FLUSHALL')
})
afterEach(async () => {
  await context.close()
  await Promise.all([...relays.map((relay) => relay.end('SIGKILL')), balancer.close(), reader.close()])
  await service.close()
})

/** Chooses a translation, and reads it once it is there. What the page says of a failure meanwhile is noted. */
async function readTranslation(url: string, ready: () => Promise<unknown>): Promise<void> {
  await page.goto(url)
  const seen = setInterval(() => {
    page
      .getByTestId('sync-state')
      .and(page.locator('[data-state="problem"]'))
      .getAttribute('aria-label', { timeout: 100 })
      .then(
        (name) => problems.push(String(name)),
        () => undefined,
      )
  }, 20)
  try {
    await page.getByRole('link', { name: 'Choose translations' }).click()
    await page.getByTestId('toggle-translations:20').check()
    await ready()
    await page.goto(`${url}/#/chapter/112`)
    await page
      .locator(
        '[data-testid="verse-112:1"] [data-testid="verse-translation"][data-resource="translations:20"]',
      )
      .waitFor({ state: 'attached' })
    await expect.poll(() => syncWords(page)).toMatch(/last synced/i)
  } finally {
    clearInterval(seen)
  }
}

/** Which of these are in the memory of any process of the browser, or in its files. */
async function inBrowser(texts: readonly string[]): Promise<string[]> {
  const cdp = await (await sharedChromium()).newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  const browser = processInfo.find(({ type }) => type === 'browser')!
  const folder = /--user-data-dir=([^\0]+)/.exec(readFileSync(`/proc/${browser.id}/cmdline`, 'utf8'))![1]!
  const inMemory = processInfo.flatMap(({ id }) => inMemoryOf(id, texts))
  return [...new Set([...inMemory, ...inFilesBelow(folder, texts)])]
}

/** The token that the relays share. */
async function sharedToken(): Promise<string> {
  const [key] = (await redis.command('KEYS', 'waraq:token:*')).split('\n')
  return (JSON.parse(await redis.command('GET', key!)) as { token: string }).token
}

/** What relays tell their operator. */
const reported = () => relays.map((relay) => relay.output()).join()

describe('one of two relays is killed in the middle of a bootstrap', () => {
  it('that passes content on: the reader sees no failure', async () => {
    const url = await open((balanced) => ({ proxy: `${balanced}/content` }))
    let killed: number | undefined
    balancer.onBytes = (server, path) => {
      if (killed !== undefined || !path.includes('/snapshots/')) return
      killed = server
      relays[server]!.process.kill('SIGKILL')
    }
    await readTranslation(url, () => expect.poll(() => killed).toBeDefined())
    expect(problems).toEqual([])
    const survivor = balancer.served.filter(
      ({ server, path }) => server !== killed && path.includes('/snapshots/'),
    )
    expect(survivor.length).toBeGreaterThan(0)
    const token = await sharedToken()
    expect(await inBrowser([token, sandboxClientSecret])).toEqual([])
    for (const secret of [token, sandboxClientSecret]) expect(reported()).not.toContain(secret)
  })

  it('that hands out tokens: the reader sees no failure, and gets the next token from the other', async () => {
    const url = await open((balanced) => ({ tokens: `${balanced}/token` }))
    // The first snapshot is still to come when the relay is gone, and the token with it.
    const held = sandbox.fault({ match: { path: 'snapshot' }, effect: { delayMs: 300 } })
    let killed: number | undefined
    await readTranslation(url, async () => {
      await expect.poll(() => balancer.served.length).toBeGreaterThan(0)
      killed = balancer.served.find(({ path }) => path === '/token')!.server
      await relays[killed]!.end('SIGKILL')
      sandbox.expireTokens()
    })
    held.remove()
    expect(problems).toEqual([])
    expect(balancer.served.filter(({ server }) => server !== killed).map(({ path }) => path)).toContain(
      '/token',
    )
    // The reader asks the service itself, so it has the token, and shows that the search would find one.
    const token = await sharedToken()
    expect(await inBrowser([token, sandboxClientSecret])).toEqual([token])
    for (const secret of [token, sandboxClientSecret]) expect(reported()).not.toContain(secret)
  })
})
