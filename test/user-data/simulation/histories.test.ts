import { describe } from 'vitest'
import { testDose } from '../../random/dose.ts'
import { kindNamed } from '../../random/kinds.ts'

describe('histories of user data', () => {
  testDose(kindNamed('user-histories'), 1)
})
