import { describe, test } from 'vitest'
import { testDose } from '../random/dose.ts'
import { kindNamed } from '../random/kinds.ts'
import { runHistory } from './history/run-history.ts'
import { knownHistories } from './seeds.ts'

describe('histories', () => {
  for (const { name, history } of knownHistories) {
    test(`known: ${name}`, async () => void (await runHistory(history)))
  }

  // One turn with each way to choose the writer.
  testDose(kindNamed('histories'), 1)
})
