import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `pnpm soak --minutes 30`: random histories, crashes, malformed bodies and hostile rounds in turn, on two cores, for as long
 * as told, with new seeds; WARAQ_SEED sets the first. Prints what was done and what shows each failure again; fails where
 * there was one.
 *
 * @typedef {import('../soak/lane.ts').LaneReport} LaneReport
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const at = process.argv.indexOf('--minutes')
const minutes = at < 0 ? 30 : Number(process.argv[at + 1])
if (!(minutes > 0)) {
  console.error('Say for how long: pnpm soak --minutes 30')
  process.exit(2)
}

const reports = mkdtempSync(join(tmpdir(), 'waraq-soak-'))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const startedAt = Date.now()

/** @returns {LaneReport[]} of the lanes that have done something */
function readLanes() {
  return [0, 1]
    .map((lane) => join(reports, `lane-${lane}.json`))
    .filter((file) => existsSync(file))
    .flatMap((file) => {
      try {
        return [JSON.parse(readFileSync(file, 'utf8'))]
      } catch {
        // It is being written.
        return []
      }
    })
}

/** Done and seeds by kind, of all lanes. */
function summary() {
  /** @type {Map<string, { done: number, seeds: string[] }>} */
  const kinds = new Map()
  for (const lane of readLanes()) {
    for (const { name, done, firstSeed, lastSeed } of lane.kinds) {
      const kind = kinds.get(name) ?? { done: 0, seeds: [] }
      kinds.set(name, kind)
      kind.done += done
      if (lastSeed >= firstSeed) kind.seeds.push(`${firstSeed}..${lastSeed}`)
    }
  }
  return kinds
}

function printProgress() {
  const passed = Math.round((Date.now() - startedAt) / 60_000)
  const counts = [...summary()].map(([name, { done }]) => `${done.toLocaleString('en')} ${name}`)
  const failures = readLanes().flatMap((lane) => lane.failures).length
  console.log(`${passed} min: ${counts.join(', ')}, ${failures} failures`)
}

/** @param {boolean} ended whether the runner itself was content */
function printEnd(ended) {
  const rows = [...summary()].map(([name, { done, seeds }]) => ({
    name,
    done: done.toLocaleString('en'),
    seeds: seeds.join(', '),
  }))
  rows.unshift({ name: '', done: 'done', seeds: 'seeds' })
  const widest = (/** @type {'name' | 'done'} */ column) => Math.max(...rows.map((row) => row[column].length))
  console.log()
  for (const { name, done, seeds } of rows)
    console.log(`${name.padEnd(widest('name'))}  ${done.padStart(widest('done'))}  ${seeds}`)
  const failures = readLanes().flatMap((lane) => lane.failures)
  for (const { command, message } of failures) console.log(`\n${command}\n${message.slice(0, 2000)}`)
  console.log(`\n${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes, ${failures.length} failures`)
  rmSync(reports, { recursive: true, force: true })
  process.exit(failures.length > 0 || !ended ? 1 : 0)
}

const progress = setInterval(printProgress, 60_000)
const runner = spawn(
  process.execPath,
  [vitest, 'run', 'test/soak/', '--project', 'soak', '--reporter=dot', '--silent'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      WARAQ_SOAK_MINUTES: String(minutes),
      WARAQ_SOAK_REPORTS: reports,
      WARAQ_SEED: process.env['WARAQ_SEED'] ?? String(startedAt % 2 ** 28),
    },
  },
)
runner.on('exit', (code) => {
  clearInterval(progress)
  printEnd(code === 0)
})
