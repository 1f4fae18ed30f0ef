import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSite } from './make.mjs'

/** `node src/gather.mjs` writes the site's pages into `.pages`, where VitePress reads them. */
const site = join(dirname(fileURLToPath(import.meta.url)), '..')
export const root = join(site, '../..')

/** Writes the files that changed. `WARAQ_REPOSITORY` is the base address of the sources. Without it, sources are not linked. */
export function gather() {
  const { texts, pictures } = makeSite(root, process.env['WARAQ_REPOSITORY'])
  const output = join(site, '.pages')
  /** @param {string} path */
  function at(path) {
    mkdirSync(dirname(join(output, path)), { recursive: true })
    return join(output, path)
  }
  for (const [path, text] of texts) {
    const file = at(path)
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
  for (const [path, from] of pictures) cpSync(join(root, from), at(path))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(join(site, '.pages'), { recursive: true, force: true })
  gather()
}
