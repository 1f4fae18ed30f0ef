import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Kinds of files to compress. Files that are already compressed, such as fonts and pictures, would only grow. */
const kinds = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest'])

/** HTTP encodings, best first, with the file name extension of each. */
export const encodings = /** @type {const} */ ([
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
])

/** @type {Record<typeof encodings[number]['name'], (body: Buffer) => Promise<Buffer>>} */
const compressAs = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
}

/** @param {string} file */
async function compressFile(file) {
  const body = await readFile(file)
  for (const { name, ending } of encodings) {
    const compressed = await compressAs[name](body)
    if (compressed.length < body.length) await writeFile(`${file}${ending}`, compressed)
  }
}

/**
 * Writes a compressed copy next to each file of a build, where hosts expect it. Files are compressed once and as small as
 * possible, not for each request.
 *
 * @param {string} folder
 */
export async function compressBuild(folder) {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => kinds.has(extname(name))).map((name) => join(folder, name))
  await Promise.all(files.map(async (file) => ((await stat(file)).isFile() ? compressFile(file) : undefined)))
}
