import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** The built pages on a socket. */
export interface Site {
  readonly origin: string
  close(): void
}

const pages = fileURLToPath(new URL('../page', import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
}

/** As an application ships: production mode, minified, one bundle a worker. */
async function buildPages(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: pages,
    mode: 'production',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    resolve: {
      conditions: ['waraq-source', 'module', 'browser', 'production'],
      // PouchDB asks for Node's own module.
      alias: { 'node:events': 'events' },
    },
    worker: { format: 'es' },
    build: {
      outDir,
      target: 'es2022',
      rolldownOptions: { input: [join(pages, 'index.html'), join(pages, 'start.html')] },
    },
  })
  // SQLite looks for this file beside its script and by this name only, which the build does not see.
  const wasm = createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm')
  copyFileSync(wasm, join(outDir, 'assets/sqlite3.wasm'))
}

/** Isolated from other origins, since only then the browser's clock is finer than a tenth of a millisecond. */
const headers = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

export async function startSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'waraq-bench-site-'))
  await buildPages(folder)
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = join(folder, path === '/' ? 'index.html' : path)
    readFile(file).then(
      (body) =>
        response
          .writeHead(200, { ...headers, 'content-type': types[extname(file)] ?? 'text/plain' })
          .end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
