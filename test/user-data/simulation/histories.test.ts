import { describe, it } from 'vitest'
import { isDeep, isInTurn } from '@waraq/test-support/runs'
import { testDose } from '../../random/dose.ts'
import { kindNamed } from '../../random/kinds.ts'
import { ways } from './commands.ts'
import { knownHistories } from './known.ts'
import { runHistory } from './run-history.ts'

describe('histories of user data', () => {
  /** `pnpm test` takes the two ways in turn. */
  describe.each(ways)('by %s', (transport) => {
    it.each(
      knownHistories.filter(({ brokenBy }, index) =>
        brokenBy && !isDeep ? brokenBy === transport : isInTurn(index, ways, transport),
      ),
    )('known: $name', async ({ history }) => void (await runHistory({ ...history, transport })))
  })

  testDose(kindNamed('user-histories'), 1)
})
