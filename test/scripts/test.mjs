import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allBrowsers, chosenBrowsers } from './browsers.mjs'
import { findOrInstall } from './find-or-install-browsers.mjs'

/**
 * `pnpm test`: all tests, in Node and in browsers. Further arguments go to Vitest. Ends with one line that counts, taken
 * from the runner's own report.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const report = join(root, 'test/.artifacts/report.json')

const given = process.argv.slice(2)
const projects = given.flatMap((argument, index) =>
  argument === '--project' ? (given[index + 1] ?? []) : (/^--project=(.*)$/.exec(argument)?.[1] ?? []),
)
/** Whether the tests that run in each browser are asked for. */
const inEach = projects.length === 0 || projects.includes('browsers')
const chosen = inEach ? chosenOrEnd() : []
// All of them are looked for, so that everything that is missing is said at once. Other tests need Chromium, too.
const found = [...new Set([/** @type {const} */ ('chromium'), ...chosen])].map(findOrInstall)
if (found.includes(false)) process.exit(1)

function chosenOrEnd() {
  try {
    return chosenBrowsers()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return process.exit(1)
  }
}

mkdirSync(dirname(report), { recursive: true })
rmSync(report, { force: true })
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...given],
  { cwd: root, stdio: 'inherit' },
)

/**
 * @type {{
 *   numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[]
 * }}
 */
const counts = JSON.parse(readFileSync(report, 'utf8'))
const leftOut = inEach ? allBrowsers.filter((name) => !chosen.includes(name)) : []
for (const name of leftOut) console.log(`${name}: NOT RUN, left out by WARAQ_BROWSERS`)
const skipped = counts.numPendingTests > 0 ? `, ${counts.numPendingTests} skipped` : ''
// A file that fails before its first test, or after its last, counts as one: it must not look as if nothing had failed.
const failedFiles = counts.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
)
const failed = counts.numFailedTests + failedFiles.length
console.log(`${counts.numPassedTests} passed, ${failed} failed${skipped}`)
process.exit(status ?? 1)
