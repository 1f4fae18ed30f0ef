import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
