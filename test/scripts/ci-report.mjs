import { countsLine, failureLines, isGood, keptOutcome, nothing, sumOf } from './runner.mjs'
import { timesTable } from './times.mjs'

/** Ends `.ci/run`: where the time went, and the one line that counts the tests of both commands. */
const outcomes = ['test', 'deep'].map((name) => {
  const outcome = keptOutcome(name)
  if (!outcome)
    console.error(`pnpm ${name === 'test' ? name : 'test:deep'} left no outcome: it counts as failed`)
  return outcome ?? { ...nothing, failed: 1 }
})
const all = sumOf(outcomes)
console.log(timesTable(all.files))
for (const line of failureLines(all)) console.log(line)
console.log(countsLine(all))
process.exit(outcomes.every(isGood) ? 0 : 1)
