import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mutants } from './mutants.mjs'

/**
 * `pnpm mutants`: puts one deliberate defect at a time into a copy of the sources and runs the tests that should notice.
 * Fails where one survives, or where its place in the sources can no longer be found. A mutant's `tests` are those of
 * `pnpm test` that should notice; where they do not, its `deep` ones are asked, as `pnpm test:deep` runs them. Arguments
 * choose mutants by a part of their name. Ends with a table of which test noticed what, also written to
 * reports/mutants.md.
 *
 * @typedef {import('./mutants.mjs').Mutant} Mutant
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const wanted = mutants.filter(({ name }) => process.argv.slice(2).every((part) => name.includes(part)))

/** A copy of the workspace that shares its installed packages. */
function copyWorkspace() {
  const copy = mkdtempSync(join(tmpdir(), 'waraq-mutant-'))
  for (const file of [
    'package.json',
    'pnpm-workspace.yaml',
    'tsconfig.base.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    cpSync(join(root, file), join(copy, file))
  }
  for (const folder of ['packages', 'test']) {
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/(^|[/\\])(dist|\.artifacts)$/.test(path),
    })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/**
 * Runs test files until the first test fails. Some defects make tests run for ever without a pause, so that not even their
 * own time limit gets a turn: they are ended from here.
 *
 * @param {string} copy @param {readonly string[]} tests @param {number} limitMs @param {Tier} tier
 * @returns {Promise<string | null>} what failed, null where all passed
 */
function failureOf(copy, tests, limitMs, tier) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const child = spawn(
    process.execPath,
    [
      vitest,
      'run',
      '--project',
      'node',
      '--project',
      'trials',
      '--project',
      'rules',
      '--bail',
      '1',
      '--silent',
      '--reporter',
      'json',
      '--outputFile',
      report,
      ...tests,
    ],
    // A group of its own, so that its workers end with it.
    {
      cwd: copy,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, ...(tier === 'deep' ? { WARAQ_DEEP: '1' } : {}) },
    },
  )
  const end = () => {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  }
  const stop = () => {
    end()
    process.exit(1)
  }
  process.once('SIGINT', stop)
  return new Promise((resolve) => {
    let late = false
    const limit = setTimeout(() => {
      late = true
      end()
    }, limitMs)
    child.once('exit', (code) => {
      clearTimeout(limit)
      process.off('SIGINT', stop)
      if (late) resolve('the tests never end')
      else resolve(code === 0 ? null : failedTest(report))
    })
  })
}

/** @param {string} report @returns {string} */
function failedTest(report) {
  if (!existsSync(report)) return 'the run itself'
  /** @type {{ testResults: { assertionResults: { status: string, fullName: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.find(({ status }) => status === 'failed')?.fullName ?? 'the file itself'
}

/** @typedef {'quick' | 'deep'} Tier */
/** @typedef {{ file: string, test: string, tier: Tier }} Noticed */

/** @param {string} copy @param {Mutant} mutant @param {number} limitMs @returns {Promise<Noticed | null>} */
async function hunt(copy, mutant, limitMs) {
  const path = join(copy, mutant.file.split('/').join(sep))
  const source = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    source.replace(mutant.find, () => mutant.replace),
  )
  try {
    const asked = [
      ...mutant.tests.map((file) => ({ file, tier: /** @type {Tier} */ ('quick') })),
      ...(mutant.deep ?? []).map((file) => ({ file, tier: /** @type {Tier} */ ('deep') })),
    ]
    for (const { file, tier } of asked) {
      const test = await failureOf(copy, [file], limitMs, tier)
      if (test !== null) return { file, test, tier }
    }
    return null
  } finally {
    writeFileSync(path, source)
  }
}

for (const { name, file, find } of mutants) {
  const places = readFileSync(join(root, file), 'utf8').split(find).length - 1
  if (places !== 1) throw new Error(`"${name}" has ${places} places in ${file}; give it exactly one`)
}

/** @type {{ mutant: Mutant, noticed: Noticed | null }[]} */
const results = []
const queue = [...wanted]
const copies = Array.from({ length: Math.min(availableParallelism(), queue.length) }, copyWorkspace)
/** Tests that fail without any defect would notice everything. */
const clean = [...new Set(wanted.flatMap(({ tests }) => tests))]
try {
  const began = performance.now()
  // Without a file the runner would run all.
  const broken = clean.length > 0 ? await failureOf(copies[0] ?? root, clean, 60 * 60 * 1000, 'quick') : null
  if (broken !== null) throw new Error(`"${broken}" fails without any mutant. Mend it first.`)
  // No file takes as long as all of them together; a machine that is busy takes its time over all alike.
  const limitMs = 120_000 + (performance.now() - began)
  await Promise.all(
    copies.map(async (copy) => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const noticed = await hunt(copy, mutant, limitMs)
        results.push({ mutant, noticed })
        console.log(noticed ? `noticed   ${mutant.name}` : `SURVIVED  ${mutant.name}`)
      }
    }),
  )
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
}

const survived = results.filter(({ noticed }) => noticed === null)
const rows = wanted.map((mutant) => {
  const noticed = results.find((result) => result.mutant === mutant)?.noticed
  const by = noticed ? `${basename(noticed.file)}: ${noticed.test.replaceAll('|', '/')}` : '**survived**'
  return `| ${mutant.name} | ${mutant.promise} | ${by} |`
})
const table = ['| defect | promise | noticed by |', '|---|---|---|', ...rows, ''].join('\n')
mkdirSync(join(root, 'reports'), { recursive: true })
writeFileSync(join(root, 'reports/mutants.md'), `# Mutants\n\n${table}`)
console.log(table)
const inDepth = results.filter(({ noticed }) => noticed?.tier === 'deep')
const quick = results.length - survived.length - inDepth.length
for (const { mutant } of inDepth) console.log(`Only in depth: ${mutant.name}`)
console.log(
  `${results.length - survived.length} of ${results.length} mutants noticed, ${quick} of them by pnpm test alone`,
)
process.exit(survived.length === 0 ? 0 : 1)
