import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedInputs } from '../scripts/build-once.mjs'
import { fingerprint } from '../scripts/fingerprint.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'test/.artifacts/bundles')

/** Sources of the tests' pages, beside packages. */
const pageInputs = ['background', 'browsers', 'hostile', 'lifecycle', 'mistakes', 'user-data'].map(
  (name) => `test/${name}`,
)

export interface BundleInput {
  /** Scripts by the name that they are to have, without its ending. */
  readonly entry: Readonly<Record<string, string>>
  readonly mode: 'development' | 'production'
}

/** A file as a server of the tests hands it out. */
export interface StaticFile {
  readonly type: string
  readonly text: string
}

/**
 * Scripts of a page, by the path at which they are served; parts that load later are files of their own. What was bundled
 * before from the same files is taken as it is: the bundler is not even loaded.
 */
export async function bundleScripts(input: BundleInput): Promise<ReadonlyMap<string, StaticFile>> {
  const hash = createHash('sha256').update(JSON.stringify(input))
  hash.update(fingerprint(root, [...sharedInputs, 'demo/src', ...pageInputs]))
  const file = join(cache, `${hash.digest('hex')}.json`)
  if (!existsSync(file)) keep(file, await bundle(input))
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const type = 'text/javascript; charset=utf-8'
  return new Map(Object.entries(texts).map(([path, text]) => [path, { type, text }]))
}

/** In one go, so that another worker finds all of it or nothing. */
function keep(file: string, texts: Readonly<Record<string, string>>): void {
  mkdirSync(cache, { recursive: true })
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify(texts))
  renameSync(own, file)
}

async function bundle({ entry, mode }: BundleInput): Promise<Record<string, string>> {
  const { build } = await import('vite')
  const isProduction = mode === 'production'
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    publicDir: false,
    resolve: {
      conditions: [
        'waraq-source',
        'module',
        'browser',
        isProduction ? 'production' : 'development|production',
      ],
    },
    build: {
      write: false,
      minify: isProduction,
      lib: { entry: { ...entry }, formats: ['es'] },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  if (!first || !('output' in first)) throw new Error('Vite built nothing')
  return Object.fromEntries(
    first.output.flatMap((part) => (part.type === 'chunk' ? [[`/${part.fileName}`, part.code]] : [])),
  )
}

/** The page's own document. */
export function htmlFile(path: string): StaticFile {
  return { type: 'text/html; charset=utf-8', text: readFileSync(path, 'utf8') }
}
