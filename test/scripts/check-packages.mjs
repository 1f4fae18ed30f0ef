import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile, loadInNode, startWholeWorkers } from '../packed/consumers.mjs'
import { rules } from '../packed/rules.mjs'
import { stagePackages } from '../packed/stage.mjs'

/**
 * `pnpm check:packages`: looks at the packages as npm would publish them: entry points, types, files and dependencies, and
 * whether strict compilers and plain Node take them. Needs a build.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const stage = mkdtempSync(join(tmpdir(), 'waraq-packages-'))

/** @type {string[]} */
const complaints = []

/**
 * @param {string} name
 * @param {string} tool
 * @param {readonly string[]} words
 */
function ask(name, tool, words) {
  const { status } = spawnSync('npx', ['--no-install', tool, ...words], { cwd: root, stdio: 'inherit' })
  if (status !== 0) complaints.push(`${name}: ${tool} found what stands above`)
}

try {
  const { packed, application } = stagePackages(stage)
  for (const one of packed) {
    const { name } = one.manifest
    ask(name, 'publint', [one.tarball, '--strict'])
    // CommonJS gets the same modules: Node can `require` them.
    const profile = ['--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm', '--quiet']
    ask(name, 'attw', [one.tarball, ...profile])
    for (const rule of rules) for (const said of rule(one)) complaints.push(`${name}: ${said}`)
  }
  const applied = [
    ...loadInNode(packed, application),
    ...startWholeWorkers(application),
    ...compile(packed, application),
  ]
  for (const { who, said } of applied) complaints.push(`${who}: ${said}`)
} finally {
  rmSync(stage, { recursive: true, force: true })
}

for (const complaint of complaints) console.error(complaint)
process.exit(complaints.length > 0 ? 1 : 0)
