import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedIn } from './published.mjs'

/**
 * The packages as an application gets them: packed, unpacked outside of the workspace, each beside what it says it needs and
 * nothing else. What it does not name, it does not find.
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} [version]
 * @property {Record<string, Record<string, string>>} exports
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, unknown>} [imports]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [bin]
 *
 * @typedef {object} Packed
 * @property {Manifest} manifest
 * @property {string} tarball
 * @property {string} folder where it is unpacked
 * @property {readonly string[]} files in it, as paths from its root
 */
const packages = join(dirname(fileURLToPath(import.meta.url)), '../../packages')

/** @type {(folder: string) => Manifest} */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** @param {Manifest} manifest */
export const namedBy = ({ dependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...peerDependencies })

/**
 * @param {string} command
 * @param {readonly string[]} words
 */
function run(command, words) {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}\n${stdout}${stderr}`)
}

/**
 * @param {string} target
 * @param {string} path
 */
function link(target, path) {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

/**
 * Packs and unpacks all packages into `stage`, and makes an application there that has them all.
 * @param {string} stage an empty folder
 * @returns {{ packed: readonly Packed[], application: string }}
 */
export function stagePackages(stage) {
  const names = publishedIn(packages)
  const application = join(stage, 'application')
  const tarballs = join(stage, 'tarballs')
  mkdirSync(tarballs, { recursive: true })
  // All at once: npm takes longer to start than to pack.
  run('npm', [
    'pack',
    ...names.map((name) => join(packages, name)),
    '--silent',
    '--pack-destination',
    tarballs,
  ])
  const homes = new Map(
    names.map((name) => [manifestOf(join(packages, name)).name, join(stage, 'packages', name)]),
  )
  const packed = names.map((name) => {
    const [source, folder] = [join(packages, name), join(stage, 'packages', name)]
    const { name: full, ...rest } = manifestOf(source)
    mkdirSync(folder, { recursive: true })
    const tarball = join(tarballs, `${full.replace('@', '').replace('/', '-')}-${rest.version}.tgz`)
    run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const manifest = { ...rest, name: full }
    for (const needed of namedBy(manifest))
      link(
        homes.get(needed) ?? realpathSync(join(source, 'node_modules', needed)),
        join(folder, 'node_modules', needed),
      )
    link(folder, join(application, 'node_modules', full))
    return { manifest, tarball, folder, files }
  })
  return { packed, application }
}
