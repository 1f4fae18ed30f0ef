/** What the service worker of the tests tells its page. */
export const logChannel = 'log'

export interface LogEntry {
  readonly type: string
  readonly tag: string
  readonly lastChance: boolean | undefined
  readonly answer: 'resolved' | 'rejected'
}
