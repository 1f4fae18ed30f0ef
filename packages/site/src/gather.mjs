import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSite } from './make.mjs'

/** `node src/gather.mjs`: writes the site's pages into `.pages`, where VitePress takes them. `WARAQ_REPOSITORY` is where sources are shown. */
const site = join(dirname(fileURLToPath(import.meta.url)), '..')
const root = join(site, '../..')

const { texts, pictures } = makeSite(root, process.env['WARAQ_REPOSITORY'])
const output = join(site, '.pages')

/** @param {string} path */
function at(path) {
  mkdirSync(dirname(join(output, path)), { recursive: true })
  return join(output, path)
}

rmSync(output, { recursive: true, force: true })
for (const [path, text] of texts) writeFileSync(at(path), text)
for (const [path, from] of pictures) cpSync(join(root, from), at(path))
