import { browserChecks } from './checks/browser.ts'
import type { Check } from './checks/check.ts'
import { feedChecks } from './checks/feed.ts'
import { filterChecks, groupChecks } from './checks/filter.ts'
import { recordKeyChecks } from './checks/record-keys.ts'
import { refusalChecks } from './checks/refusals.ts'
import { tokenChecks } from './checks/token.ts'
import { transferChecks } from './checks/transfer.ts'
import { makeReport, type ExamineOptions } from './make-report.ts'
import type { Report } from './report.ts'

/** In the order in which they are checked and shown. */
const allChecks: readonly Check[] = [
  ...tokenChecks,
  ...groupChecks,
  ...filterChecks,
  ...feedChecks,
  ...recordKeyChecks,
  ...browserChecks,
  ...refusalChecks,
  ...transferChecks,
]

/**
 * Reports where a service differs from the engine's assumptions, with some twenty small requests. It only reads. A service that
 * can `bring` changes, such as the command's own sandbox, is asked once for changes of rows, which a check then observes.
 * @throws {WaraqError} `invalid_content_root`, `invalid_relay_configuration`, `aborted`
 */
export const examine = (options: ExamineOptions): Promise<Report> => makeReport('doctor', allChecks, options)
