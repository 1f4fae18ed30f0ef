import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allBrowsers, chosenBrowsers } from './browsers.mjs'
import { findOrInstall } from './find-or-install-browsers.mjs'
import { progressFile } from './progress-file.mjs'

/**
 * `pnpm test`: all tests, in Node and in browsers. Further arguments go to Vitest. Ends with one line that counts, taken
 * from the runner's own report. A run that takes longer than WARAQ_TEST_MINUTES (60) is ended: what it was waiting for is
 * named, and counts as failed.
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
const runner = spawn(
  process.execPath,
  [
    vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    `--reporter=${join(root, 'test/scripts/progress.mjs')}`,
    ...given,
  ],
  // A group of its own, so that it can be ended with all that it has started.
  { cwd: root, stdio: 'inherit', detached: true },
)
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => endRunner(signal))

const deadline = setTimeout(giveUp, Number(process.env['WARAQ_TEST_MINUTES'] ?? 60) * 60_000)
const status = await new Promise((resolve) => runner.once('exit', resolve))
clearTimeout(deadline)

/** @param {NodeJS.Signals} signal */
function endRunner(signal) {
  try {
    if (runner.pid !== undefined) process.kill(-runner.pid, signal)
  } catch {
    // It has ended by itself.
  }
}

function giveUp() {
  endRunner('SIGKILL')
  /** @type {{ passed: number, failed: number, underWay: { file: string, since: number, tests: string[] }[] }} */
  const { passed, failed, underWay } = JSON.parse(readFileSync(progressFile, 'utf8'))
  console.error('Out of time. Under way were:')
  for (const { file, since, tests } of underWay) {
    console.error(`  ${file}, for ${Math.round((Date.now() - since) / 1000)} s`)
    for (const test of tests) console.error(`    ${test}`)
  }
  console.log(`${passed} passed, ${failed + Math.max(1, underWay.length)} failed`)
  process.exit(1)
}

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
