import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'page')

export interface StaticFile {
  readonly type: string
  readonly text: string
}

/**
 * The page of these tests and its workers, as they are served; parts that load later are files of their own. `others` are
 * scripts by name that come along or instead.
 */
export async function bundlePage(
  others: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, StaticFile>> {
  const own = ['page', 'worker', 'audited-worker'].map((name) => [name, join(folder, `${name}.ts`)])
  const entry = { ...Object.fromEntries(own), ...others }
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    resolve: { conditions: ['waraq-source', 'module', 'browser', 'development|production'] },
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  const [first] = Array.isArray(built) ? built : [built]
  if (!first || !('output' in first)) throw new Error('Vite built nothing')
  const type = 'text/javascript; charset=utf-8'
  const scripts = first.output.flatMap((part) =>
    part.type === 'chunk' ? [[`/${part.fileName}`, { type, text: part.code }] as const] : [],
  )
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  return new Map([['/', { type: 'text/html; charset=utf-8', text: html }], ...scripts])
}
