import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'page')

async function bundle(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    resolve: { conditions: ['waraq-source', 'module', 'browser', 'development|production'] },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(folder, `${name}.ts`), formats: ['es'], fileName: name },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  if (!first || !('output' in first)) throw new Error('Vite built nothing')
  return first.output[0].code
}

export interface StaticFile {
  readonly type: string
  readonly text: string
}

/** The page of these tests and its service worker, as they are served. */
export async function bundlePage(): Promise<ReadonlyMap<string, StaticFile>> {
  const script = 'text/javascript; charset=utf-8'
  const [page, worker] = await Promise.all([bundle('page'), bundle('service-worker')])
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', text: html }],
    ['/page.js', { type: script, text: page }],
    ['/service-worker.js', { type: script, text: worker }],
  ])
}
