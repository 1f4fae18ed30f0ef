import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { stagePackages } from '../packed/stage.mjs'
import { chromiumLaunch } from '../scripts/browsers.mjs'
import { findOrInstall } from '../scripts/find-or-install.mjs'
import { applications } from './applications.mjs'
import { askForToken, drive, hearConsole } from './drive.mjs'
import { Project } from './project.mjs'

/**
 * `pnpm try:adopt [name...]`: takes the packages as npm would publish them into fresh applications outside of the workspace,
 * installs, builds and starts these, and drives them in Chromium: first sync, a published change, a reload with every server
 * stopped. Tells how many lines each needed, and how long a newcomer waits. Needs npm's registry, and the ports of the
 * documents. `--write` puts the table into `test/adopt/README.md`.
 *
 * @typedef {import('./applications.mjs').Application} Application
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})
const unknown = positionals.filter((name) => !applications.some((each) => each.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. There are: ${applications.map(({ name }) => name).join(', ')}`,
  )
  process.exit(2)
}
const wanted = applications.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
if (!findOrInstall('chromium')) process.exit(1)

const stage = mkdtempSync(join(tmpdir(), 'waraq-adopt-'))
const browser = await chromium.launch(chromiumLaunch())
/** @type {string[]} */
const rows = []
/** @type {string[]} */
const failures = []
try {
  mkdirSync(join(stage, 'packages'))
  const { packed } = stagePackages(join(stage, 'packages'))
  const tarballs = Object.fromEntries(packed.map(({ manifest, tarball }) => [manifest.name, tarball]))
  for (const application of wanted) {
    try {
      rows.push(await adopt(application, tarballs))
      console.log(rows.at(-1))
    } catch (error) {
      failures.push(application.name)
      console.error(`${application.name} FAILED`, error)
    }
  }
} finally {
  await browser.close()
  rmSync(stage, { recursive: true, force: true })
}
if (values.write && failures.length === 0 && positionals.length === 0) writeTable()
console.log(`${rows.length} applications run, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

/**
 * @param {Application} application
 * @param {Readonly<Record<string, string>>} tarballs
 * @returns {Promise<string>} its row of the table
 */
async function adopt(application, tarballs) {
  const { name, about, url, paths, development } = application
  const project = new Project(application, join(stage, name), tarballs)
  const { lines } = project
  const began = performance.now()
  const seconds = (/** @type {number} */ since) => ((performance.now() - since) / 1000).toFixed(0)
  try {
    await project.run('npm', 'install', '--no-audit', '--no-fund')
    const installed = seconds(began)
    if (project.has('test')) {
      await project.run('npm', 'test')
      return `| ${name} | ${about} | ${lines} | ${installed} s | ${seconds(began)} s |  |`
    }
    if (project.has('build')) await project.run('npm', 'run', 'build')
    await project.start('http://127.0.0.1:4600/admin/state', 'npx', 'waraq-sandbox')
    await project.start(url ?? 'http://127.0.0.1:3000/token', 'npm', 'start')
    const startedAfter = performance.now() - began
    if (url === undefined) {
      await askForToken('http://127.0.0.1:3000/token')
      return `| ${name} | ${about} | ${lines} | ${installed} s | ${seconds(began)} s |  |`
    }
    const verseMs = await drive({ browser, url, paths, stop: () => project.stop() })
    if (development) {
      await project.start('http://127.0.0.1:4600/admin/state', 'npx', 'waraq-sandbox')
      await project.start(development.url, ...development.command)
      await hearConsole(browser, development.url)
    }
    const all = ((startedAfter + verseMs) / 1000).toFixed(0)
    return `| ${name} | ${about} | ${lines} | ${installed} s | ${all} s | ${(verseMs / 1000).toFixed(1)} s |`
  } finally {
    await project.stop()
  }
}

function writeTable() {
  const path = fileURLToPath(new URL('README.md', import.meta.url))
  const table = [
    '| application | | lines | installed | first verse, or passed | of these the page |',
    '|---|---|---|---|---|---|',
  ]
  const [before = ''] = readFileSync(path, 'utf8').split('<!-- table')
  const marker = '<!-- table: written by `pnpm try:adopt --write` -->'
  writeFileSync(path, `${before}${marker}\n\n${[...table, ...rows].join('\n')}\n`)
}
