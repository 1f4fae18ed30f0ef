import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** One page for each package, with its API report. @param {string} root @returns {import('./pages.mjs').Page[]} */
export function api(root) {
  return readdirSync(join(root, 'packages'))
    .filter((name) => existsSync(join(root, 'packages', name, 'API.md')))
    .map((name) => ({ path: `api/${name}`, title: `API of ${name}`, from: [`packages/${name}/API.md`] }))
}
