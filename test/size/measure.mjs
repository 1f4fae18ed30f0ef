import { rmSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import compressed from '@size-limit/file'
import { rolldown } from 'rolldown'
import sizeLimit from 'size-limit'
import { onlyWhenNeeded, others } from './entry-points.mjs'

/**
 * Builds an entry point for production as Vite's bundler does, and measures what came out. The packages are taken as they are
 * published, so they have to be built before.
 *
 * @typedef {import('./entry-points.mjs').Door} Door
 * @typedef {import('rolldown').OutputChunk} Chunk
 *
 * @typedef {object} Sizes in bytes
 * @property {number} ours
 * @property {number} whole
 * @property {number} later what the whole loads only when it is needed, if ever
 */
const here = dirname(fileURLToPath(import.meta.url))
const artifacts = join(here, '../.artifacts/size')

/** @param {string} name */
const fromPackage = (name) => new RegExp(`^${name}(/|$)`)

/**
 * @param {Door} entryPoint
 * @param {string} folder
 * @param {readonly RegExp[]} external
 * @returns {Promise<Chunk[]>}
 */
async function bundle({ code, platform }, folder, external) {
  // In this folder, so that the packages are found as an application finds them.
  const entry = join(here, 'door.js')
  const build = await rolldown({
    input: entry,
    platform,
    external: [/^node:/, ...external],
    // Outside of the bundle, nothing says that zod's builders have no effects; inside, its own notes do.
    treeshake: external.length > 0 ? { manualPureFunctions: ['z'] } : true,
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    // `'use client'` is for bundlers of servers; a page's has no use for it.
    onLog: (level, log, tell) => log.code === 'MODULE_LEVEL_DIRECTIVE' || tell(level, log),
    plugins: [
      {
        name: 'door',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
  })
  rmSync(folder, { recursive: true, force: true })
  const { output } = await build.write({ dir: folder, format: 'es', minify: true })
  await build.close()
  return output.filter((file) => file.type === 'chunk')
}

/**
 * The chunks that the entry needs to start.
 * @param {readonly Chunk[]} chunks
 */
function loadedAtOnce(chunks) {
  const first = new Set(chunks.filter((chunk) => chunk.isEntry))
  for (const chunk of first)
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) first.add(other)
  return first
}

/**
 * @param {string} folder
 * @param {Iterable<Chunk>} chunks
 * @returns {Promise<number>}
 */
async function size(folder, chunks) {
  const files = [...chunks].map(({ fileName }) => join(folder, fileName))
  if (files.length === 0) return 0
  const [check] = /** @type {{ size: number }[]} */ (await sizeLimit([compressed], files))
  if (check === undefined) throw new Error('size-limit gave no size')
  return check.size
}

/**
 * @param {Door} entryPoint
 * @param {'ours' | 'whole'} kind
 */
async function measureOne(entryPoint, kind) {
  const folder = join(artifacts, `${entryPoint.folder}-${kind}`)
  const chunks = await bundle(entryPoint, folder, kind === 'ours' ? others.map(fromPackage) : [])
  const first = loadedAtOnce(chunks)
  for (const name of onlyWhenNeeded) {
    const module = [...first]
      .flatMap((chunk) => chunk.moduleIds)
      .find((id) => id.includes(join(sep, 'node_modules', name, sep)))
    if (module !== undefined) throw new Error(`${entryPoint.folder}: loads ${name} at once, by ${module}`)
  }
  const later = chunks.filter((chunk) => !first.has(chunk))
  return { first: await size(folder, first), later: await size(folder, later) }
}

/**
 * @param {Door} entryPoint
 * @returns {Promise<Sizes>}
 */
export async function measure(entryPoint) {
  const ours = await measureOne(entryPoint, 'ours')
  const whole = await measureOne(entryPoint, 'whole')
  return { ours: ours.first, whole: whole.first, later: whole.later }
}
