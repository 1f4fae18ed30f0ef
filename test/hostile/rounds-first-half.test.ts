import { describeRounds } from './describe-rounds.ts'

describeRounds(0)
