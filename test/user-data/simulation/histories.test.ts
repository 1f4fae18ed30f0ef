import { describe, it } from 'vitest'
import { isDeep } from '@waraq/test-support/runs'
import { testDose } from '../../random/dose.ts'
import { kindNamed } from '../../random/kinds.ts'
import { transports } from './commands.ts'
import { knownHistories } from './known.ts'
import { runHistory } from './run-history.ts'

describe('histories of user data', () => {
  describe.each(transports)('by %s', (transport) => {
    it.each(knownHistories.filter(({ brokenBy }) => isDeep || brokenBy === transport))(
      'known: $name',
      async ({ history }) => void (await runHistory({ ...history, transport })),
    )
  })

  testDose(kindNamed('user-histories'), 1)
})
