import type { UserReport } from '../report.ts'
import { makeUserReport, type ExamineUserOptions } from './make-user-report.ts'
import { userChecks } from './user-checks.ts'

/**
 * Examines an account: which way it has, and how its service differs from what `waraq/user` assumes. It reads alone: nothing
 * of the account is changed, and nothing that a person wrote is in the report.
 * @throws {WaraqError} `invalid_user_root`, `aborted`
 */
export const examineUser = (options: ExamineUserOptions): Promise<UserReport> =>
  makeUserReport('doctor', userChecks, options)
