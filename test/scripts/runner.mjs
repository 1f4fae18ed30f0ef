import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { progressFile } from './progress-file.mjs'

/**
 * The outcome of a run of Vitest, taken from its own report.
 *
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly FileTime[]} files
 * @property {readonly Failure[]} failures
 *
 * @typedef {object} FileTime
 * @property {string} path from the root
 * @property {number} tests
 * @property {number} seconds of its tests
 *
 * @typedef {object} Failure
 * @property {string} path from the root
 * @property {string} test its whole name; empty where the file itself failed
 * @property {string} message
 * @property {string} again the command that repeats just this
 */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
export const artifacts = join(root, 'test/.artifacts')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** @type {Outcome} */
export const nothing = { passed: 0, failed: 0, skipped: 0, files: [], failures: [] }

/** @param {readonly Outcome[]} outcomes @returns {Outcome} */
export function sumOf(outcomes) {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
    files: outcomes.flatMap(({ files }) => files),
    failures: outcomes.flatMap(({ failures }) => failures),
  }
}

/** The line that ends a run; CI reads it. @param {Outcome} outcome */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** What failed, why, and the command that repeats just that. @param {Outcome} outcome @returns {string[]} */
export function failureLines({ failures }) {
  return failures.flatMap(({ path, test, message, again }) => [
    `FAILED ${path}${test && `: ${test}`}`,
    `  ${message.split('\n')[0]}`,
    `  Again: ${again}`,
  ])
}

/** An argument of a shell. @param {string} text */
export const quoted = (text) => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** @param {Outcome} outcome */
export const isGood = ({ passed, failed }) => failed === 0 && passed > 0

/** Where a command leaves its outcome, for `test/scripts/ci-report.mjs`. @param {string} name */
const outcomeFile = (name) => join(artifacts, `outcome-${name}.json`)

/** @param {string} name @param {Outcome} outcome */
export function keepOutcome(name, outcome) {
  mkdirSync(artifacts, { recursive: true })
  writeFileSync(outcomeFile(name), JSON.stringify(outcome))
}

/** @param {string} name @returns {Outcome | undefined} */
export function keptOutcome(name) {
  try {
    return JSON.parse(readFileSync(outcomeFile(name), 'utf8'))
  } catch {
    return undefined
  }
}

/** Forgets the outcome of an earlier run, so that a run that dies leaves none. @param {string} name */
export const forgetOutcome = (name) => rmSync(outcomeFile(name), { force: true })

/**
 * Runs Vitest. A run that takes longer than `minutes` is ended: what it waits for is named, and counts as failed.
 *
 * @param {readonly string[]} options of Vitest
 * @param {{
 *   env?: Readonly<Record<string, string>>, minutes: number, again: (path: string, test: string) => string
 * }} how `again`: the command that repeats one test
 * @returns {Promise<Outcome>}
 */
export async function runVitest(options, { env = {}, minutes, again }) {
  mkdirSync(artifacts, { recursive: true })
  const report = join(artifacts, 'report.json')
  rmSync(report, { force: true })
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(root, 'test/scripts/progress.mjs')}`,
  ]
  const runner = spawn(
    process.execPath,
    [vitest, 'run', ...reporters, `--outputFile.json=${report}`, ...options],
    {
      // A group of its own, so that it can be ended with all that it has started.
      detached: true,
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    },
  )
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    try {
      if (runner.pid !== undefined) process.kill(-runner.pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, end)
  /** @type {Promise<number | null>} */
  const exit = new Promise((resolve) => runner.once('exit', resolve))
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((resolve) => (timer = setTimeout(() => resolve('late'), minutes * 60_000)))
  const status = await Promise.race([exit, late])
  clearTimeout(timer)
  if (status === 'late') end('SIGKILL')
  for (const signal of signals) process.off(signal, end)
  return status === 'late' ? outOfTime() : outcomeOf(report, status === 0, again)
}

/** @returns {Outcome} */
function outOfTime() {
  const { passed, failed, inProgress } = readProgress()
  console.error('Out of time. Under way were:')
  for (const { file, since, tests } of inProgress) {
    console.error(`  ${file}, for ${Math.round((Date.now() - since) / 1000)} s`)
    for (const test of tests) console.error(`    ${test}`)
  }
  return { ...nothing, passed, failed: failed + Math.max(1, inProgress.length) }
}

/**
 * @returns {{
 *   passed: number, failed: number,
 *   inProgress: { file: string, since: number, tests: string[] }[]
 * }}
 */
function readProgress() {
  return JSON.parse(readFileSync(progressFile, 'utf8'))
}

/**
 * @param {string} report of Vitest
 * @param {boolean} content whether the runner itself was: it also fails for errors outside of any test
 * @param {(path: string, test: string) => string} again
 * @returns {Outcome}
 */
function outcomeOf(report, content, again) {
  /**
   * @type {{
   *   numPassedTests: number, numFailedTests: number, numPendingTests: number,
   *   testResults: {
   *     name: string, status: string, message: string,
   *     assertionResults: { fullName: string, status: string, duration?: number, failureMessages: string[] }[]
   *   }[]
   * }}
   */
  const {
    numPassedTests: passed,
    numFailedTests,
    numPendingTests: skipped,
    testResults,
  } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that fails before its first test, or after its last, counts as one: it must not look as if nothing had failed.
  const failedFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = numFailedTests + failedFiles.length
  /** @param {string} name */
  const pathOf = (name) => relative(root, name).split(sep).join('/')
  /** @param {string} name @param {string} test @param {string} message @returns {Failure} */
  const failureOf = (name, test, message) => {
    const path = pathOf(name)
    // The runner's own words for a test that took longer than its project allows.
    const isTimeout = message.startsWith('Error: STACK_TRACE_ERROR')
    const reported = isTimeout
      ? message.replace('STACK_TRACE_ERROR', 'it came to no end, and was timed out')
      : message
    return { path, test, message: reported, again: again(path, test) }
  }
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failureOf(name, fullName, failureMessages[0] ?? '')),
  )
  failures.push(...failedFiles.map(({ name, message }) => failureOf(name, '', message)))
  const files = testResults.map(({ name, assertionResults }) => ({
    path: pathOf(name),
    tests: assertionResults.length,
    seconds: assertionResults.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1000,
  }))
  return {
    passed,
    failed: failed === 0 && !content ? 1 : failed,
    skipped,
    files,
    failures,
  }
}
