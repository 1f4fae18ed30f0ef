import { findOrInstall } from './find-or-install.mjs'
import { groups } from './groups.mjs'
import { countsLine, forgetOutcome, isGood, keepOutcome, runVitest } from './runner.mjs'

/**
 * `pnpm test`: an answer within minutes. All tests of all packages in Node, a seeded dose of each deep kind, the engine in
 * Chromium, and one journey through the built demo. Further arguments go to Vitest, such as a part of a file's path. Ends
 * with one line that counts, taken from the runner's own report.
 */
const given = process.argv.slice(2)
const projects = given.some((argument) => argument.startsWith('--project'))
  ? []
  : ['node', 'trials', 'chromium', 'journey'].flatMap((name) => ['--project', name])

if (!findOrInstall('chromium')) process.exit(1)
forgetOutcome('test')
const outcome = await runVitest([...projects, ...given], { minutes: 30 })
keepOutcome('test', outcome)
if (given.length > 0) console.log('Left out: all that does not fit the arguments.')
console.log(`Left out: ${groups.map(({ name }) => name).join(', ')} in depth. They run by: pnpm test:deep`)
console.log(countsLine(outcome))
process.exit(isGood(outcome) ? 0 : 1)
