import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedIn } from '../packed/published.mjs'
import { fingerprint } from './fingerprint.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** The sources of the packages, and the files that decide how they are built. */
export const sharedInputs = [
  ...publishedIn(join(root, 'packages')).map((name) => `packages/${name}`),
  'pnpm-lock.yaml',
  'tsconfig.base.json',
  'tsconfig.json',
]

/** The files of the demo's own that it is built from. */
const ownInputs = ['index.html', 'package.json', 'public', 'scripts/compress.mjs', 'src', 'vite.config.ts']

/**
 * Builds what lies in `output` if it is not there, or was built from something else. What it was built from is noted beside
 * the built files, so a build of any other kind takes the note away with them.
 *
 * @param {{ readonly output: string, readonly inputs: string, readonly build: () => Promise<void> }} one `inputs`: their
 *   fingerprint
 * @returns {Promise<boolean>} whether it had to be built
 */
export async function buildIfChanged({ output, inputs, build }) {
  const note = join(output, '.built-from')
  if (existsSync(note) && readFileSync(note, 'utf8') === inputs) return false
  rmSync(note, { force: true })
  await build()
  writeFileSync(note, inputs)
  return true
}

async function viteBuild() {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: join(root, 'demo'),
    stdio: 'inherit',
    // As at any other time: the caller may be a test.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error('The build of the demo failed')
}

/**
 * Builds the demo where its own files, the packages or what is installed have changed since.
 * @returns whether it had to be built
 */
export const buildOnce = () =>
  buildIfChanged({
    output: join(root, 'demo/dist'),
    inputs: fingerprint(root, [...sharedInputs, ...ownInputs.map((path) => `demo/${path}`)]),
    build: viteBuild,
  })

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(`demo: ${(await buildOnce()) ? 'built' : 'unchanged since it was built'}`)
