import { expect, test } from 'vitest'
import { runHistories } from './run-histories.ts'

/** Random histories with fresh seeds, for as long as told; see `pnpm soak`. */
test('histories', async () => {
  const seed = Number(process.env['WARAQ_SEED'] ?? Date.now() % 2 ** 31)
  const minutes = Number(process.env['WARAQ_SOAK_MINUTES'])
  let told = 0
  const { totals, failure } = await runHistories({
    seed,
    minutes,
    onProgress: (progress) => {
      if (progress.seconds - told < 60) return
      told = progress.seconds
      console.log(`histories: ${progress.histories} in ${progress.seconds.toFixed(0)} s`)
    },
  })
  console.log(`histories from seed ${seed}: ${JSON.stringify(totals)}`)
  const report = failure && `${failure.message}\n\n${failure.command}\n\n${JSON.stringify(failure.history)}`
  expect(report).toBeNull()
})
