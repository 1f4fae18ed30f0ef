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

/** Applications that tests open as they are built, by their folders. Neither is built from the other's files. */
const applications = [
  {
    folder: 'demo',
    inputs: ['index.html', 'package.json', 'public', 'scripts/compress.mjs', 'src', 'vite.config.ts'],
  },
  { folder: 'demo/examples/vue', inputs: ['index.html', 'package.json', 'src', 'vite.config.ts'] },
]

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

/** @param {string} folder */
async function viteBuild(folder) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: folder,
    stdio: 'inherit',
    // As at any other time: the caller may be a test.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error(`The build in ${folder} failed`)
}

/**
 * Builds applications where their own files, the packages or what is installed have changed since.
 *
 * @param {readonly string[]} folders Default: all.
 * @returns {Promise<string[]>} folders of what was built
 */
export async function buildOnce(folders = applications.map(({ folder }) => folder)) {
  const wanted = applications.filter(({ folder }) => folders.includes(folder))
  const built = wanted.map(async ({ folder, inputs }) => {
    const own = inputs.map((path) => `${folder}/${path}`)
    const isNew = await buildIfChanged({
      output: join(root, folder, 'dist'),
      inputs: fingerprint(root, [...sharedInputs, ...own]),
      build: () => viteBuild(join(root, folder)),
    })
    return isNew ? [folder] : []
  })
  return (await Promise.all(built)).flat()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await buildOnce()
  for (const { folder } of applications)
    console.log(`${folder}: ${built.includes(folder) ? 'built' : 'unchanged since it was built'}`)
}
