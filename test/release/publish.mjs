import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import getChangesets from '@changesets/read'
import { publishedIn } from '../packed/published.mjs'
import { root } from '../scripts/runner.mjs'

/** The version of pnpm that package.json names, for `npx`. */
export const pnpm = /** @type {string} */ (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager
)

/** The version that all packages share. */
export function version() {
  const [first = ''] = publishedIn(join(root, 'packages'))
  return /** @type {string} */ (manifestOf(first).version)
}

/**
 * Why this may not be released; undefined where it may.
 *
 * @param {{ readonly tag: string | undefined, readonly repository: string | undefined, readonly version: string, readonly waiting: number }} release
 */
export function problemOf({ tag, repository, version, waiting }) {
  if (waiting > 0) return `${waiting} changesets wait: run pnpm release:version, and commit what it writes.`
  if (tag !== `v${version}`) return `The packages have the version ${version}, the tag is ${tag}.`
  if (!repository || !/^[\w.-]+\/[\w.-]+$/.test(repository))
    return 'GITHUB_REPOSITORY names no repository, which npm holds against the statement of provenance.'
  return undefined
}

/** npm holds a package's `repository` against where it was built, so it is written where that is known. @param {string} repository */
function nameRepository(repository) {
  for (const name of publishedIn(join(root, 'packages'))) {
    const url = `git+https://github.com/${repository}.git`
    const manifest = { ...manifestOf(name), repository: { type: 'git', url, directory: `packages/${name}` } }
    writeFileSync(join(root, 'packages', name, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  }
}

/** @param {string} name @returns {Record<string, unknown>} */
const manifestOf = (name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))

/**
 * Publishes to the registry that npm's configuration names. Returns what the command said.
 *
 * @param {Record<string, string | undefined>} environment beside that of this process
 */
export function publishPackages(environment) {
  const command = [pnpm, 'exec', 'changeset', 'publish', '--no-git-tag']
  const { status, stdout, stderr } = spawnSync('npx', ['-y', ...command], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })
  if (status !== 0) throw new Error(`changeset publish\n${stdout}${stderr}`)
  return stdout
}

/**
 * `pnpm release:publish`, as the workflow of a release calls it: publishes each package whose version npm's registry does not
 * have. GITHUB_REF_NAME is the release's tag, GITHUB_REPOSITORY the repository that provenance is stated for.
 */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: repository } = process.env
  const waiting = await getChangesets(root)
  const problem = problemOf({ tag, repository, version: version(), waiting: waiting.length })
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
  nameRepository(repository ?? '')
  console.log(publishPackages({}))
}
