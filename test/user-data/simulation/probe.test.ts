import fc from 'fast-check'
import { it } from 'vitest'
import { history } from './commands.ts'
import { runHistory } from './run-history.ts'
import { Session } from 'node:inspector/promises'
import { writeFileSync } from 'node:fs'
it('probe', { timeout: 900_000 }, async () => {
  const seed = Number(process.env.SEED ?? 1)
  const runs = Number(process.env.RUNS ?? 50)
  const until = Date.now() + Number(process.env.MS ?? 100_000)
  if (process.env.AT) {
    const property = fc.asyncProperty(history, async (h) => void (await runHistory(h)))
    const details = await fc.check(property, { seed, path: process.env.AT, numRuns: 1, interruptAfterTimeLimit: Number(process.env.MS ?? 60_000), markInterruptAsFailure: false })
    console.log(details.numShrinks, JSON.stringify(details.counterexample?.[0]))
    console.log(String((details.errorInstance as Error)?.message).slice(0, 8000))
    return
  }
  const session = new Session(); if (process.env.PROF) { session.connect(); await session.post('Profiler.enable'); await session.post('Profiler.start') }
  const t = Date.now()
  const all = fc.sample(history, { seed, numRuns: runs })
  let n = 0, effects = 0, held = 0, acts = 0
  const found = new Map<string, string[]>()
  for (const [i, h] of all.entries()) {
    if (Date.now() > until) break
    n++
    try { const t = await runHistory(h); effects += t.effects; held += t.held; acts += t.acts } catch (e) {
      const m = String((e as Error).message).split('\n')[0]!
      const k = m.replace(/\d+/g, '#').slice(0, 60)
      found.set(k, [...(found.get(k) ?? []), `${i}(${h.commands.length}): ${m.slice(0, 160)}`])
    }
  }
  if (process.env.PROF) writeFileSync('/tmp/p.cpuprofile', JSON.stringify((await session.post('Profiler.stop')).profile))
  console.log('runs', n, 'ms each', (Date.now() - t) / n, { effects, held, acts })
  for (const [k, v] of found) console.log(v.length, k, '\n   ', v.sort((a, b) => a.length - b.length).slice(0, 3).join('\n    '))
})
