import { makeUserReport, type ExamineUserOptions } from '../../doctor/user/examine-user.ts'
import type { UserReport } from '../../doctor/report.ts'
import { userRules } from './user-rules.ts'

export interface ConformUserOptions extends ExamineUserOptions {
  /** Whether a collection may be created in the account and deleted again. */
  readonly mayWrite: boolean
}

/**
 * Checks the feed of user data against the rules of the interface, with one account.
 * @throws {WaraqError} `invalid_user_root`, `aborted`
 */
export const conformUser = ({ mayWrite, ...options }: ConformUserOptions): Promise<UserReport> =>
  makeUserReport('conform service', userRules(mayWrite), options)
