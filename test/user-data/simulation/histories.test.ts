import { describe, it } from 'vitest'
import { testDose } from '../../random/dose.ts'
import { kindNamed } from '../../random/kinds.ts'
import { knownHistories } from './known.ts'
import { runHistory } from './run-history.ts'

describe('histories of user data', () => {
  it.each(knownHistories)('known: $name', async ({ history }) => void (await runHistory(history)))

  testDose(kindNamed('user-histories'), 1)
})
