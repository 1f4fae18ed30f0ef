import { parseArgs } from 'node:util'
import { benchCases } from '../cases/index.ts'
import { writeReport } from '../report/write.ts'
import { Results } from './results.ts'
import { startService } from './service.ts'
import { Session } from './session.ts'
import { startSite } from './site.ts'

const fullRounds = 5

async function versionOfBrowser(site: Parameters<typeof Session.open>[0]): Promise<string> {
  const session = await Session.open(site)
  const { browserVersion } = session
  await session.dispose()
  return browserVersion
}

/**
 * `pnpm bench [--quick] [--only <part of a case's name>] [--rounds <n>]`. All cases take turns within a round, so that a machine that
 * is slow for a while is slow for all of them. Fails nothing by its figures.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: { quick: { type: 'boolean' }, only: { type: 'string' }, rounds: { type: 'string' } },
  })
  const rounds = values.quick ? 1 : Number(values.rounds ?? fullRounds)
  const results = new Results(values.only)
  const chosen = benchCases.filter(({ names }) => names.some((name) => results.wants(name)))
  if (chosen.length === 0) {
    const known = benchCases.flatMap(({ names }) => names)
    throw new Error(`No case's name holds "${values.only}". There are:\n${known.join('\n')}`)
  }
  const site = await startSite()
  const service = await startService(site.origin)
  const began = new Date()
  try {
    const browser = await versionOfBrowser(site)
    for (let round = 0; round < rounds; round++) {
      for (const { title, run } of chosen) {
        console.log(`round ${round + 1} of ${rounds}: ${title}`)
        await run({ round, site, service, results })
      }
      // After each round, so that a run that is ended early leaves what it has.
      writeReport(results.list(), { browser, rounds: round + 1, began })
    }
  } finally {
    site.close()
    await service.close()
  }
}

await main(process.argv.slice(2))
