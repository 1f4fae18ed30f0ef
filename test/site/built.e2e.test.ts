import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groups } from '../../packages/site/src/pages.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { violations } from '../journeys/axe.ts'

/** The documentation as it is built: whole without a server, and fit for people who use it in any way. */

const site = fileURLToPath(new URL('../../packages/site', import.meta.url))
const output = mkdtempSync(join(tmpdir(), 'waraq-site-'))

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

let server: Server
let root: string
/** Pages by their addresses. */
let pages: ReadonlyMap<string, string>

async function run(...words: string[]): Promise<void> {
  const child = spawn(process.execPath, words, { cwd: site, env: { ...process.env, NODE_ENV: 'production' } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${words.join(' ')} failed\n${said}`)
}

beforeAll(async () => {
  await run('src/gather.mjs')
  await run('node_modules/vitepress/bin/vitepress.js', 'build', '--outDir', output)
  const files = readdirSync(output, { recursive: true, encoding: 'utf8' })
  pages = new Map(
    files
      .filter((path) => path.endsWith('.html') && path !== '404.html')
      .map((path) => [`/${path}`, readFileSync(join(output, path), 'utf8')]),
  )
  server = createServer((request, response) => {
    const path = fileAt(new URL(request.url!, 'http://site').pathname)
    if (path === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
    createReadStream(path).pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 600_000)

afterAll(async () => {
  server?.close()
  rmSync(output, { recursive: true, force: true })
})

/** What a plain host gives for an address. */
function fileAt(address: string): string | undefined {
  const path = join(output, decodeURIComponent(address))
  const tried = address.endsWith('/') ? [join(path, 'index.html')] : [path, `${path}.html`]
  return tried.find((each) => existsSync(each) && statSync(each).isFile())
}

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value]) =>
    value!.replaceAll('&amp;', '&'),
  )

describe('each page', () => {
  it('that is gathered is built, and no other', () => {
    const gathered = readdirSync(join(site, '.pages'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => `/${path.replace(/\.md$/, '.html')}`)
    expect([...pages.keys()].sort()).toEqual(gathered.sort())
    expect(gathered.length).toBeGreaterThan(groups.flatMap((group) => group.pages).length)
  })

  it('has a title, one heading above all others, and its language’s direction', () => {
    const wrong = [...pages].flatMap(([address, html]) => {
      const begin = address.startsWith('/ar/') ? '<html lang="ar" dir="rtl">' : '<html lang="en" dir="ltr">'
      return [
        ...(html.includes(begin) ? [] : [`${address} does not begin with ${begin}`]),
        ...(/<title>[^<]{4,}<\/title>/.test(html) ? [] : [`${address} has no title`]),
        ...(html.match(/<h1[ >]/g)?.length === 1
          ? []
          : [`${address} has not one heading of the first level`]),
      ]
    })
    expect(wrong).toEqual([])
  })

  it('links to pages, files and headings that are there', () => {
    const ids = new Map([...pages].map(([address, html]) => [address, new Set(attributes(html, 'id'))]))
    let links = 0
    const wrong = [...pages].flatMap(([address, html]) =>
      [...new Set([...attributes(html, 'href'), ...attributes(html, 'src')])].flatMap((link) => {
        const { origin, pathname, hash } = new URL(link, `http://site${address}`)
        if (origin !== 'http://site') return []
        links++
        const file = fileAt(pathname)
        if (file === undefined) return [`${address} links to ${link}`]
        const heading = decodeURIComponent(hash.slice(1))
        const there = ids.get(file.slice(output.length))
        return heading === '' || there?.has(heading) !== false ? [] : [`${address} links to ${link}`]
      }),
    )
    expect(links).toBeGreaterThan(1_000)
    expect(wrong).toEqual([])
  })

  it('is in the list for language models, which names nothing else', () => {
    const named = [...readFileSync(join(output, 'llms.txt'), 'utf8').matchAll(/\]\((\/\S+\.html)\)/g)]
    const first = ['/index.html', '/ar/index.html']
    expect(named.map(([, address]) => address!).sort()).toEqual(
      [...pages.keys()].filter((address) => !first.includes(address)).sort(),
    )
  })
})

describe('the first screen', () => {
  /** Bytes as a host sends them. A change that brings more is meant, or it is none. */
  const ceilings = { scripts: 60_000, styles: 20_000, pictures: 42_000 }

  it('is light', () => {
    const html = pages.get('/index.html')!
    const sizeOf = (addresses: readonly string[]) =>
      [...new Set(addresses)].reduce(
        (sum, each) => sum + brotliCompressSync(readFileSync(fileAt(each)!)).length,
        0,
      )
    const own = [...attributes(html, 'href'), ...attributes(html, 'src')].filter((each) =>
      each.startsWith('/'),
    )
    const scripts = sizeOf(own.filter((each) => each.endsWith('.js')))
    const styles = sizeOf(own.filter((each) => each.endsWith('.css')))
    const pictures = sizeOf(own.filter((each) => /\.(webp|svg)$/.test(each)))
    expect(Math.min(scripts, styles, pictures)).toBeGreaterThan(1_000)
    expect({ scripts, styles, pictures }).toEqual({
      scripts: expect.toSatisfy((bytes: number) => bytes < ceilings.scripts),
      styles: expect.toSatisfy((bytes: number) => bytes < ceilings.styles),
      pictures: expect.toSatisfy((bytes: number) => bytes < ceilings.pictures),
    })
  })
})

describe.each(['light', 'dark'] as const)('in the theme %s', (colorScheme) => {
  it.each([
    ['/', 390],
    ['/', 1280],
    ['/guides/moving.html', 390],
    ['/reference/errors.html', 1280],
    ['/ar/', 390],
    ['/ar/getting-started.html', 1280],
  ])('%s, %i wide, has no fault of accessibility, fits and asks nobody else', async (address, width) => {
    const context = await (
      await sharedChromium()
    ).newContext({ viewport: { width, height: 800 }, colorScheme })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('request', (request) => {
      if (!request.url().startsWith(root)) complaints.push(request.url())
    })
    await page.goto(`${root}${address}`, { waitUntil: 'networkidle' })
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([beyond, complaints, await violations(page)]).toEqual([0, [], []])
    await context.close()
  })
})

it('search finds a page by its words', async () => {
  const context = await (await sharedChromium()).newContext()
  const page = await context.newPage()
  await page.goto(root)
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill('droppable candidates bytes')
  const result = page.getByRole('option', { name: /Storage/ }).first()
  await result.waitFor()
  await result.click()
  await page.waitForURL(/guides\/storage/)
  await context.close()
})

it('a page that was never opened opens without a network, once the service worker has kept the site', async () => {
  const context = await (await sharedChromium()).newContext()
  const page = await context.newPage()
  await page.goto(root)
  // Its installation ends when all is kept.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // Nothing asks the server after this.
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  await page.goto(`${root}/guides/storage.html`)
  await page.getByRole('heading', { name: 'Making room' }).waitFor()
  await page.goto(`${root}/ar/`)
  await page.getByRole('link', { name: 'ابدأ' }).click()
  await page.getByRole('heading', { name: 'خدمة للتطوير' }).waitFor()
  await context.close()
})
