import { findOrInstall } from './find-or-install.mjs'
import { groups } from './groups.mjs'
import { countsLine, failureLines, forgetOutcome, isGood, keepOutcome, quoted, runVitest } from './runner.mjs'

/**
 * `pnpm test`: an answer within minutes. All tests of all packages in Node, a seeded dose of each deep kind, and the packages in
 * Chromium. Further arguments go to Vitest, such as a part of a file's path. Ends
 * with one line that counts, taken from the runner's own report.
 */
const given = process.argv.slice(2)
if (given.includes('--help') || given.includes('-h')) {
  console.log(`pnpm test [part of a path...] [options of Vitest]

  pnpm test                                      all of it, in some minutes
  pnpm test packages/waraq/src/sync/run              the files whose path holds this
  pnpm test live.test -t 'part of a name'        the tests whose name matches this expression

Random cases have the same seeds each time, so each of these repeats what it did before. A failing run ends with the
commands that repeat just what failed. What takes longer: pnpm test:deep --help`)
  process.exit(0)
}
const projects = given.some((argument) => argument.startsWith('--project'))
  ? []
  : ['node', 'trials', 'chromium'].flatMap((name) => ['--project', name])

const store = process.env['WARAQ_CHROMIUM_STORE']
const inStore = store ? `WARAQ_CHROMIUM_STORE=${store} ` : ''
if (!findOrInstall('chromium')) process.exit(1)
forgetOutcome('test')
const outcome = await runVitest([...projects, ...given], {
  minutes: 30,
  again: (path, test) => `${inStore}pnpm test ${path}${test && ` -t ${quoted(expressionFor(test))}`}`,
})
keepOutcome('test', outcome)
if (given.length > 0) console.log('Left out: all that does not fit the arguments.')
console.log(`Left out: ${groups.map(({ name }) => name).join(', ')} in depth. They run by: pnpm test:deep`)
for (const line of failureLines(outcome)) console.log(line)
console.log(countsLine(outcome))
process.exit(isGood(outcome) ? 0 : 1)

/** Vitest takes a name as a regular expression. @param {string} name */
function expressionFor(name) {
  return `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`
}
