import { parseArgs } from 'node:util'
import { findOrInstall } from '../scripts/find-or-install.mjs'
import { countsLine, failureLines, isGood, runVitest } from '../scripts/runner.mjs'
import { applications } from './applications.mjs'
import { forgetRows, table, writeTable } from './table.mjs'

/**
 * `pnpm try:adopt [name...]`: the tests of `pnpm test:deep adopt --thorough`, of these applications, and what they tell of a
 * newcomer's way: how many lines each needed, and how long it took. `--write` puts the table into `test/adopt/README.md`.
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
if (!findOrInstall('chromium')) process.exit(1)

forgetRows()
const named = positionals.length > 0 ? ['--testNamePattern', `^(${positionals.join('|')})$`] : []
const outcome = await runVitest(['--project', 'adopt', ...named], {
  env: { WARAQ_THOROUGH: '1' },
  minutes: 60,
  again: (_, test) => `pnpm try:adopt ${test}`,
})
console.log(table())
if (values.write && isGood(outcome) && positionals.length === 0) writeTable()
for (const line of failureLines(outcome)) console.log(line)
console.log(countsLine(outcome))
process.exit(isGood(outcome) ? 0 : 1)
