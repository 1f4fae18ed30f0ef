import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import getChangesets from '@changesets/read'
import { root } from '../scripts/runner.mjs'
import { withRelease } from './changelog.mjs'
import { pnpm, version } from './publish.mjs'

/**
 * `pnpm release:version`: gives all packages the next version, by the changesets that wait, which go into CHANGELOG.md. The
 * result is committed; nothing leaves this machine.
 */
const changesets = await getChangesets(root)
if (changesets.length === 0) {
  console.error('No changeset waits: there is nothing to release. pnpm change writes one.')
  process.exit(1)
}
run('npx', ['--no-install', 'changeset', 'version'])

const next = version()
rewrite('CHANGELOG.md', (text) => withRelease(text, next, changesets))
rewrite('packages/relay/Dockerfile', (text) => text.replace(/@waraq\/relay@[\d.]+/, `@waraq/relay@${next}`))
// Reports of the command begin with its version, in its pages and where tests hold them.
const scenarios = ['recorded-report', 'conform-service', 'conform-client'].map(
  (name) => `src/scenarios/${name}.txt`,
)
for (const page of ['GUIDE.md', 'CONFORM.md', ...scenarios])
  rewrite(`packages/cli/${page}`, (text) =>
    text.replaceAll(/^(waraq [a-z ]+) \d+\.\d+\.\d+,/gm, `$1 ${next},`),
  )
run('npx', ['-y', pnpm, 'install', '--lockfile-only'])
console.log(`${next}: look at CHANGELOG.md, then commit.`)

/** @param {string} command @param {readonly string[]} words */
function run(command, words) {
  if (spawnSync(command, words, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(1)
}

/** @param {string} path @param {(text: string) => string} change */
function rewrite(path, change) {
  const file = join(root, path)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}
