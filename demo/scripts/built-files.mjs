import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

/** @typedef {{ readonly body: Buffer, readonly type: string, readonly caching: string }} BuiltFile */

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

/** Files under /assets have a hash of their content in their name; all others keep their name when they change. */
const cachingOf = (/** @type {string} */ path) =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * Reads a build into memory. Serving from a table instead of the disk leaves nothing for a crafted path to climb to.
 *
 * @param {string} folder
 * @returns {Promise<Map<string, BuiltFile>>} by path, such as `/index.html`
 */
export async function readBuiltFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name)
        const path = `/${relative(folder, file).split(sep).join('/')}`
        const type = types[extname(file)] ?? 'application/octet-stream'
        return /** @type {const} */ ([path, { body: await readFile(file), type, caching: cachingOf(path) }])
      }),
  )
  const table = new Map(files)
  const index = table.get('/index.html')
  if (!index) throw new Error(`There is no built reader in ${folder}. Build it first: pnpm build`)
  return table.set('/', index)
}
