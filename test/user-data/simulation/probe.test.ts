import fc from 'fast-check'
import { it } from 'vitest'
import { history } from './commands.ts'
import { runHistory } from './run-history.ts'
it('probe', { timeout: 600_000 }, async () => {
  Error.stackTraceLimit = 12
  const t = Date.now()
  let n = 0
  const details = await fc.check(fc.asyncProperty(history, async (h) => { n++; await runHistory(h) }), {
    seed: Number(process.env.SEED ?? 1), numRuns: Number(process.env.RUNS ?? 50), endOnFailure: false, interruptAfterTimeLimit: Number(process.env.MS ?? 100_000), ...(process.env.PATH_ ? { path: process.env.PATH_ } : {}),
  })
  console.log('runs', n, 'ms each', (Date.now() - t) / n, 'failed', details.failed, 'shrinks', details.numShrinks, details.counterexamplePath)
  if (details.failed && details.counterexample) { console.log(JSON.stringify(details.counterexample[0])); console.log(String((details.errorInstance as Error)?.message).slice(0, 6000)) }
})
