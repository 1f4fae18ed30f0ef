import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mutants } from './mutants.mjs'

/**
 * `pnpm mutants`: puts one deliberate defect at a time into a copy of the sources and runs the tests that should notice.
 * Fails where one survives, or where its place in the sources can no longer be found. Arguments choose mutants by a part
 * of their name. Writes reports/mutants.md.
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

/** @param {string} copy @param {readonly string[]} tests @returns {Promise<boolean>} whether all passed */
function passes(copy, tests) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', 'node', '--bail', '1', '--reporter', 'dot', ...tests],
    {
      cwd: copy,
      stdio: 'ignore',
    },
  )
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)))
}

/** @param {string} copy @param {Mutant} mutant @returns {Promise<string | null>} the test file that noticed */
async function hunt(copy, mutant) {
  const path = join(copy, mutant.file.split('/').join(sep))
  const source = readFileSync(path, 'utf8')
  const places = source.split(mutant.find).length - 1
  if (places !== 1)
    throw new Error(`"${mutant.name}" has ${places} places in ${mutant.file}; give it exactly one`)
  writeFileSync(
    path,
    source.replace(mutant.find, () => mutant.replace),
  )
  try {
    for (const test of mutant.tests) if (!(await passes(copy, [test]))) return test
    return null
  } finally {
    writeFileSync(path, source)
  }
}

for (const { name, file, find } of mutants) {
  const places = readFileSync(join(root, file), 'utf8').split(find).length - 1
  if (places !== 1) throw new Error(`"${name}" has ${places} places in ${file}; give it exactly one`)
}

/** @type {{ mutant: Mutant, noticed: string | null }[]} */
const results = []
const queue = [...wanted]
const copies = Array.from({ length: Math.min(availableParallelism(), queue.length) }, copyWorkspace)
/** Tests that fail without any defect would notice everything. */
const clean = [...new Set(wanted.flatMap(({ tests }) => tests))]
try {
  if (!(await passes(copies[0] ?? root, clean)))
    throw new Error('The tests fail without any mutant. Mend them first.')
  await Promise.all(
    copies.map(async (copy) => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const noticed = await hunt(copy, mutant)
        results.push({ mutant, noticed })
        console.log(`${noticed ? 'noticed ' : 'SURVIVED'}  ${mutant.name}${noticed ? `  (${noticed})` : ''}`)
      }
    }),
  )
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
}

const survived = results.filter(({ noticed }) => noticed === null)
const rows = wanted.map((mutant) => {
  const noticed = results.find((result) => result.mutant === mutant)?.noticed
  return `| ${mutant.name} | ${mutant.promise} | ${noticed ?? '**survived**'} |`
})
mkdirSync(join(root, 'reports'), { recursive: true })
writeFileSync(
  join(root, 'reports/mutants.md'),
  ['# Mutants', '', '| defect | promise | noticed by |', '|---|---|---|', ...rows, ''].join('\n'),
)
console.log(`${results.length - survived.length} of ${results.length} mutants noticed`)
process.exit(survived.length === 0 ? 0 : 1)
