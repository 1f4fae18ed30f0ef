import { describeHistories } from './suite.ts'

describeHistories('histories in which a lease chooses the writer', false)
