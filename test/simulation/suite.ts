import { describe, expect, test } from 'vitest'
import { replayHistory, runHistories } from './run-histories.ts'
import { runHistory } from './history/run-history.ts'
import { knownHistories } from './seeds.ts'

const { WARAQ_HISTORIES, WARAQ_SEED, WARAQ_PATH } = process.env

/** Two to four minutes on one core for each of the two files. */
const histories = Number(WARAQ_HISTORIES ?? '6000')
const hourMs = 3_600_000

/** The histories of one way of choosing the writer: half of them all, in a file of its own, so that two cores share them. */
export function describeHistories(name: string, webLocks: boolean): void {
  describe(name, () => {
    if (WARAQ_PATH !== undefined) {
      test(
        'the history of WARAQ_SEED and WARAQ_PATH',
        async () => {
          const failure = await replayHistory(Number(WARAQ_SEED), WARAQ_PATH, webLocks)
          expect(failure?.message ?? 'no violation').toBe('no violation')
        },
        hourMs,
      )
      return
    }

    for (const { name: what, history, open } of knownHistories) {
      if (history.world.webLocks !== webLocks) continue
      const known = open ? test.fails : test
      known(`known: ${what}`, async () => void (await runHistory(history)), hourMs)
    }

    test(
      'no random history breaks a promise',
      async () => {
        const count = Math.ceil(histories / 2)
        const seed = Number(WARAQ_SEED ?? (webLocks ? '20260801' : '20270801'))
        const { totals, failure } = await runHistories({ seed, count, webLocks })
        const { seconds, ...counts } = totals
        console.log(`${name}: ${JSON.stringify(counts)} in ${seconds.toFixed(1)} s`)
        if (failure) {
          const { message, command, history } = failure
          throw new Error(`${message}\n\nReplay:\n${command}\n\nHistory:\n${JSON.stringify(history)}`)
        }
        expect(totals.histories).toBeGreaterThanOrEqual(count)
      },
      hourMs,
    )
  })
}
