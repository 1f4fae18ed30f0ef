import { describe, it } from 'vitest'
import { testDose } from '../../random/dose.ts'
import { kindNamed } from '../../random/kinds.ts'
import { ways } from './commands.ts'
import { knownHistories } from './known.ts'
import { runHistory } from './run-history.ts'

describe('histories of user data', () => {
  describe.each(ways)('by %s', (way) => {
    it.each(knownHistories)(
      'known: $name',
      async ({ history }) => void (await runHistory({ ...history, way })),
    )
  })

  testDose(kindNamed('user-histories'), 1)
})
