import { makeUserReport, type ExamineUserOptions } from '../../doctor/user/make-user-report.ts'
import type { UserReport } from '../../doctor/report.ts'
import { userRules } from './user-rules.ts'

export interface ConformUserOptions extends ExamineUserOptions {
  /** Whether a collection may be made in the account, and deleted again. */
  readonly mayWrite: boolean
}

/**
 * Holds the feed of user data against the rules of the interface, by one account.
 * @throws {WaraqError} `invalid_user_root`, `aborted`
 */
export const conformUser = ({ mayWrite, ...options }: ConformUserOptions): Promise<UserReport> =>
  makeUserReport('conform service', userRules(mayWrite), options)
