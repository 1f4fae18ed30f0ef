import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `node test/scripts/licences.mjs`: writes THIRD-PARTY.md, the list of what an application installs along with our packages,
 * and under which licence. Optional peers, such as those for Redis, are in it.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** @param {string} folder @returns {{ name: string, version: string, license?: string, dependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** @param {string} name */
const isOurs = (name) => name.startsWith('@waraq/') || ['waraq', 'create-waraq'].includes(name)

/** Where a package finds another one, as Node looks for it. @param {string} from @param {string} name */
function folderOf(from, name) {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(found)) return realpathSync(found)
  }
  return undefined
}

/** @returns {{ name: string, version: string, licence: string, of: string }[]} sorted by name; `of`: our packages that bring it */
export function thirdParties() {
  /** @type {Map<string, { name: string, version: string, licence: string, of: Set<string> }>} */
  const found = new Map()
  for (const own of readdirSync(join(root, 'packages'))) {
    const seen = new Set()
    /** @param {string} folder */
    const visit = (folder) => {
      if (seen.has(folder)) return
      seen.add(folder)
      const {
        name,
        version,
        license = 'none named',
        dependencies = {},
        peerDependencies = {},
        peerDependenciesMeta = {},
      } = manifestOf(folder)
      if (!isOurs(name)) {
        const entry = found.get(`${name} ${version}`) ?? { name, version, licence: license, of: new Set() }
        found.set(`${name} ${version}`, entry)
        entry.of.add(own)
      }
      // Tools of a developer, such as a bundler, are no part of what an application ships.
      const isTool = (/** @type {string} */ each) =>
        /^(vite|vite-plugin-.*|@waraq\/sandbox)$/.test(each) && peerDependenciesMeta[each]?.optional
      const needed = Object.keys({ ...dependencies, ...peerDependencies }).filter((each) => !isTool(each))
      for (const each of needed) {
        const next = folderOf(folder, each)
        if (next) visit(next)
      }
    }
    visit(join(root, 'packages', own))
  }
  return [...found.values()]
    .map(({ of, ...entry }) => ({ ...entry, of: [...of].sort().join(', ') }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'))
}

/** @param {ReturnType<typeof thirdParties>} parties */
export function licenceTable(parties) {
  const rows = parties.map(
    ({ name, version, licence, of }) => `| ${name} | ${version} | ${licence} | ${of} |`,
  )
  return `# What comes along

Packages that an application installs with ours, at the versions that are tested here. Made by
\`node test/scripts/licences.mjs\`; a test holds that it is up to date, and which licences are allowed.

| package | version | licence | with our |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, 'THIRD-PARTY.md'), licenceTable(thirdParties()))
