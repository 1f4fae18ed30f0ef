import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What is compressed already, such as a font or a picture, would only grow. */
const kinds = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest'])

/** Encodings of HTTP, the best first, and what names of such files end with. */
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
 * Writes each file of a build compressed beside it, as hosts expect them: once, as small as it gets, and not with each request.
 *
 * @param {string} folder
 */
export async function compressBuild(folder) {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => kinds.has(extname(name))).map((name) => join(folder, name))
  await Promise.all(files.map(async (file) => ((await stat(file)).isFile() ? compressFile(file) : undefined)))
}
