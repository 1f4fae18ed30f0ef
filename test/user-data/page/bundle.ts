import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { StaticFile } from '../application-backend.ts'

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The application's page and its script, built for production, by the paths at which they are served. */
export async function bundlePage(): Promise<ReadonlyMap<string, StaticFile>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: at('.'),
    resolve: { conditions: ['waraq-source', 'module', 'browser', 'production'] },
    build: { write: false, lib: { entry: { page: at('page.ts') }, formats: ['es'] } },
  })
  const [first] = Array.isArray(built) ? built : [built]
  if (!first || !('output' in first)) throw new Error('Vite built nothing')
  const script = { type: 'text/javascript; charset=utf-8', text: first.output[0].code }
  const html = { type: 'text/html; charset=utf-8', text: readFileSync(at('index.html'), 'utf8') }
  return new Map([
    ['/', html],
    ['/page.js', script],
  ])
}
