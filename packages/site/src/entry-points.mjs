import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page for each entry point of each package: its API report. @param {string} root @returns {import('./pages.mjs').Page[]} */
export function api(root) {
  const packages = readdirSync(join(root, 'packages')).filter((name) =>
    existsSync(join(root, 'packages', name, 'api')),
  )
  return packages.flatMap((name) =>
    readdirSync(join(root, 'packages', name, 'api'))
      .sort((a, b) => Number(b === 'index.api.md') - Number(a === 'index.api.md') || a.localeCompare(b, 'en'))
      .map((file) => {
        const from = `packages/${name}/api/${file}`
        const [, title = ''] = /^# (.*)$/m.exec(readFileSync(join(root, from), 'utf8')) ?? []
        return { path: `api/${name}/${file.replace('.api.md', '')}`, title, from: [from] }
      }),
  )
}
