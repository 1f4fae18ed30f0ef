import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { encodings } from './compress.mjs'

/**
 * A file of the build. `compressed` maps the name of an encoding to the same body in that encoding, as the build wrote it.
 * A file whose body was replaced has no compressed bodies.
 *
 * @typedef {{ readonly body: Buffer, readonly type: string, readonly caching: string, readonly compressed?: ReadonlyMap<string, Buffer> | undefined }} BuiltFile
 */

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Names of files under /assets contain a hash of their content. All other files keep their name when they change. */
const cachingOf = (/** @type {string} */ path) =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * Returns the file with another body in place of the built one.
 *
 * @param {BuiltFile} file
 * @param {string | Buffer} body
 * @returns {BuiltFile}
 */
export function withBody({ type, caching }, body) {
  return { type, caching, body: Buffer.from(body) }
}

/**
 * Reads a build into memory. Files are served from this table instead of the disk, so a crafted path cannot reach other
 * files.
 *
 * @param {string} folder
 * @returns {Promise<Map<string, BuiltFile>>} by path, such as `/index.html`
 */
export async function readBuiltFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const bodies = new Map(
    await Promise.all(files.map(async (file) => /** @type {const} */ ([file, await readFile(file)]))),
  )
  /** @type {Map<string, BuiltFile>} */
  const table = new Map()
  for (const [file, body] of bodies) {
    if (encodings.some(({ ending }) => file.endsWith(ending))) continue
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const type = types[extname(file)] ?? 'application/octet-stream'
    const compressed = new Map(
      encodings.flatMap(({ name, ending }) => {
        const found = bodies.get(`${file}${ending}`)
        return found ? [/** @type {const} */ ([name, found])] : []
      }),
    )
    table.set(path, { body, type, caching: cachingOf(path), compressed })
  }
  const index = table.get('/index.html')
  if (!index) throw new Error(`There is no built reader in ${folder}. Build it first: pnpm build`)
  return table.set('/', index)
}
