import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleScripts, htmlFile } from '../browser/bundle.ts'
import { sharedChromium } from '../browser/chromium.ts'
import { contentOf, framings, holdsAll, type Framing } from './framings.ts'
import { startRawServer, type Plan, type RawServer } from './raw-server.ts'

/**
 * Bodies that end too early, in a real browser against a bare socket. Several framings look complete to the browser
 * although the body is not. Readers still see all of the old rows or all of the new ones.
 */

const at = (name: string) => fileURLToPath(new URL(`page/${name}`, import.meta.url))
const kinds = ['page', 'snapshot'] as const

let server: RawServer

beforeAll(async () => {
  const scripts = await bundleScripts({ entry: { framings: at('framings.ts') }, mode: 'development' })
  server = await startRawServer(new Map([['/', htmlFile(at('index.html'))], ...scripts]))
})

afterAll(async () => {
  await server?.close()
})

/** A page at `host`; the service is at 127.0.0.1, so that a page of `localhost` asks another origin. */
async function openAt(host: string): Promise<Page> {
  const page = await (await (await sharedChromium()).newContext()).newPage()
  await page.goto(`http://${host}:${server.port}/`)
  await page.waitForFunction(() => 'attemptFraming' in window)
  await page.evaluate((root) => window.startFramings(root), `http://127.0.0.1:${server.port}/content`)
  server.plan(undefined)
  expect(await attempt(page)).toBe('applied')
  return page
}

/** One sync under the present plan, held against what must never be seen. */
async function attempt(page: Page): Promise<'applied' | 'refused'> {
  const { outcome, code, retryable, texts } = await page.evaluate(() => window.attemptFraming())
  expect(texts).toHaveLength(2)
  expect(new Set(texts).size).toBe(1)
  const applied = texts[0] === `version ${server.version}`
  expect([outcome === 'current', applied]).toEqual([applied, applied])
  if (!applied) expect([code, retryable]).toEqual([expect.any(String), true])
  return applied ? 'applied' : 'refused'
}

async function cuts(page: Page, kind: Plan['kind'], framing: Framing, step: number): Promise<number> {
  const length = contentOf(framing, server.textOf(kind)).length
  let count = 0
  for (let cut = 0; cut < length; cut += step) {
    server.plan({ kind, framing, cut })
    const content = contentOf(framing, server.textOf(kind))
    const result = await attempt(page)
    if (!holdsAll(framing, content, cut))
      expect([framing.name, cut, result]).toEqual([framing.name, cut, 'refused'])
    count++
  }
  return count
}

/** Framings that a cut body passes through as if it were whole, and of which body each byte is tried as the last one. */
const everyByte: Readonly<Record<string, Plan['kind']>> = {
  'Content-Length too short': 'page',
  'chunked, complete': 'snapshot',
  'until the connection closes': 'page',
  'gzip with its Content-Length': 'snapshot',
}
const samples = { localhost: 10, '127.0.0.1': 4 } as const

describe.each(['localhost', '127.0.0.1'] as const)('a page of %s', (host) => {
  let page: Page
  beforeAll(async () => {
    page = await openAt(host)
  })
  afterAll(() => page?.context().close())

  it.each(framings.flatMap((framing) => kinds.map((kind) => [framing.name, kind, framing] as const)))(
    '%s: a %s that was cut is never applied, and the next whole one is',
    { timeout: 240_000 },
    async (name, kind, framing) => {
      const { length } = contentOf(framing, server.textOf(kind))
      const dense = host === 'localhost' && everyByte[name] === kind
      const tried = await cuts(page, kind, framing, dense ? 1 : Math.ceil(length / samples[host]))
      expect(tried).toBeGreaterThanOrEqual(dense ? 100 : samples[host] / 2)
      server.plan(undefined)
      expect(await attempt(page)).toBe('applied')
      expect(await page.evaluate(() => window.stray)).toEqual([])
    },
  )

  it('whole bodies are applied in every framing that is sound', async () => {
    const sound = [
      'Content-Length, cut',
      'chunked, complete',
      'until the connection closes',
      'gzip with its Content-Length',
    ]
    for (const framing of framings.filter(({ name }) => sound.includes(name))) {
      for (const kind of kinds) {
        server.plan({ kind, framing, cut: undefined })
        expect([framing.name, kind, await attempt(page)]).toEqual([framing.name, kind, 'applied'])
      }
    }
  })
})
