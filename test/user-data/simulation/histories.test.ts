import { describe, it } from 'vitest'
import { isDeep, isInTurn } from '@waraq/test-support/runs'
import { testDose } from '../../random/dose.ts'
import { kindNamed } from '../../random/kinds.ts'
import { ways } from './commands.ts'
import { knownHistories } from './known.ts'
import { runHistory } from './run-history.ts'

describe('histories of user data', () => {
  /** `pnpm test` takes the two ways in turn. */
  describe.each(ways)('by %s', (way) => {
    it.each(
      knownHistories.filter(({ brokenBy }, index) =>
        brokenBy && !isDeep ? brokenBy === way : isInTurn(index, ways, way),
      ),
    )('known: $name', async ({ history }) => void (await runHistory({ ...history, way })))
  })

  testDose(kindNamed('user-histories'), 1)
})
