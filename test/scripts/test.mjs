import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOrInstallChromium } from './find-or-install-chromium.mjs'

/**
 * `pnpm test`: all tests, in Node and in Chromium. Further arguments go to Vitest. Ends with one line that counts, taken
 * from the runner's own report.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const report = join(root, 'test/.artifacts/report.json')

if (!findOrInstallChromium()) process.exit(1)

mkdirSync(dirname(report), { recursive: true })
rmSync(report, { force: true })
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
)

/** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numFailedTestSuites: number }} */
const counts = JSON.parse(readFileSync(report, 'utf8'))
const skipped = counts.numPendingTests > 0 ? `, ${counts.numPendingTests} skipped` : ''
console.log(`${counts.numPassedTests} passed, ${counts.numFailedTests} failed${skipped}`)
process.exit(status ?? 1)
