import { describeHistories } from './suite.ts'

describeHistories('histories in which Web Locks choose the writer', true)
