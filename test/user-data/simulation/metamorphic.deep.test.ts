import { describe } from 'vitest'
import { testDose } from '../../random/dose.ts'
import { kindNamed } from '../../random/kinds.ts'

describe('the same end of user data, whatever happened on the way', () => {
  testDose(kindNamed('user-variations'), 1)
})
