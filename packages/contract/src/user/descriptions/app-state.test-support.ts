import { anything, closed, integer, anyInteger, text, type Description } from './describe.test-support.ts'

/** What is known of App State. */

const limit = integer({ least: 1 })

export const appState: Readonly<Record<string, Description>> = {
  ListAppStateQuery: closed({ 'cursor?': text, 'limit?': limit }),
  ListAppStateChangesQuery: closed({ since: text, 'limit?': limit }),
  PutAppStateBody: closed({ schemaVersion: anyInteger, value: anything }),
}
