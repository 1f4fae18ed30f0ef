import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, createServer, preview } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { waraq } from './vite.ts'

/** In Vite itself. `pnpm try:adopt` drives what it makes in a browser. */

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'waraq-vite-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>A page</title>')
  return root
}

const plugins = [waraq({ sandbox: 'small', offline: false, endpoint: '/library/' })]
const server = { port: 0, host: '127.0.0.1' }
const common = (root: string) => ({ root, configFile: false, logLevel: 'silent', plugins }) as const

async function answers(address: string): Promise<void> {
  const ask = (path: string) =>
    fetch(new URL(path, address), { headers: { 'sec-fetch-site': 'same-origin', 'x-relay': '1' } })
  expect((await ask('/library/content/api/v4/chapters')).status).toBe(200)
  expect((await ask('/library/sandbox/admin/state')).status).toBe(200)
  expect((await ask('/library/nothing')).status).toBe(403)
  expect(await (await ask('/')).text()).toContain('A page')
}

it('the page’s own server is that of the application, while it is developed and as it was built', async () => {
  const root = folder()
  const developing = await createServer({ ...common(root), server })
  onTestFinished(() => developing.close())
  await developing.listen()
  await answers(developing.resolvedUrls!.local[0]!)
  await build(common(root))
  const built = await preview({ ...common(root), preview: server })
  onTestFinished(() => built.close())
  await answers(built.resolvedUrls!.local[0]!)
})

it('a built page requests the worker at once, wherever the page is served', async () => {
  const root = folder()
  const files = {
    'index.html': '<!doctype html><title>A page</title><script type="module" src="/page.js"></script>',
    'page.js': "new Worker(new URL('./worker.bundle.js', import.meta.url), { type: 'module' })",
    'worker.bundle.js': 'postMessage(1)',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  for (const base of ['/', '/sub/', './']) {
    await build({ ...common(root), base })
    const page = readFileSync(join(root, 'dist/index.html'), 'utf8')
    const [, href] = /<link rel="modulepreload" href="([^"]+)">/.exec(page) ?? []
    expect(href).toMatch(/assets\/worker\.bundle-[\w-]+\.js$/)
    expect(href!.startsWith(base)).toBe(true)
    expect(readFileSync(join(root, 'dist', href!.slice(base.length)), 'utf8')).toContain('postMessage')
  }
})
