import { benchCases } from '../cases/index.ts'
import { writeReport } from '../report/write.ts'
import { Results } from './results.ts'
import { startService } from './service.ts'
import { Session } from './session.ts'
import { isUsual, readArguments } from './setting.ts'
import { startSite } from './site.ts'

/**
 * `pnpm bench [--quick] [--only <part of a case's name>] [--rounds <n>] [--browser <name>] [--slow <times>]`. All cases take turns
 * within a round, so that a machine that is slow for a while is slow for all of them. Fails nothing by its figures.
 */
async function main(args: readonly string[]): Promise<void> {
  const { rounds, only, shortOnly, ...setting } = readArguments(args)
  const results = new Results(only)
  const here = benchCases.filter((each) => isUsual(setting) || each.isMain?.(setting))
  const chosen = here.filter(
    ({ names, isShort }) => (isShort || !shortOnly) && names.some((name) => results.wants(name)),
  )
  if (chosen.length === 0) {
    const known = here.flatMap(({ names }) => names)
    throw new Error(`No case's name holds "${only}". There are:\n${known.join('\n')}`)
  }
  const site = await startSite()
  const service = await startService(site.origin)
  const began = new Date()
  try {
    const session = await Session.open({ site, setting })
    const browser = session.browserVersion
    await session.dispose()
    for (let round = 0; round < rounds; round++) {
      results.round = round
      for (const { title, run } of chosen) {
        console.log(`round ${round + 1} of ${rounds}: ${title}`)
        const began = performance.now()
        await run({ round, site, setting, service, results })
        console.log(`  ${((performance.now() - began) / 1_000).toFixed(0)} s`)
      }
      // After each round, so that a run that is ended early leaves what it has.
      writeReport(results.list(), { browser, setting, rounds: round + 1, began })
    }
  } finally {
    site.close()
    await service.close()
  }
}

await main(process.argv.slice(2))
