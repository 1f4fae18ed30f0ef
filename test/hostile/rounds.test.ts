import { testDose } from '../random/dose.ts'
import { kindNamed } from '../random/kinds.ts'

testDose(kindNamed('rounds'), 1)
