import { makeReport, type ExamineOptions } from '../../doctor/make-report.ts'
import type { Report } from '../../doctor/report.ts'
import type { Rule } from './rule.ts'
import { feedRules } from './rules/feed.ts'
import { filterRules } from './rules/filters.ts'
import { pageRules } from './rules/pages.ts'
import { snapshotRules } from './rules/snapshots.ts'
import { oldToken, tokenRules } from './rules/tokens.ts'

/** In the order in which they are checked and shown. */
export const contentRules: readonly Rule[] = [
  ...tokenRules,
  ...filterRules,
  ...pageRules,
  ...feedRules,
  ...snapshotRules,
  oldToken,
]

export type ConformServiceOptions = Omit<ExamineOptions, 'origin' | 'watchMs'>

/** Requests are not made for a page. The doctor checks the additional needs of browsers. */
const origin = 'http://localhost'

/**
 * Checks a service against the rules of the interface, one after the other. If the service can be made to do something
 * (`service.bring`), the checks change what it serves. Otherwise they only read, and rules about changes are `untested`.
 * @throws {WaraqError} `invalid_content_root`, `invalid_relay_configuration`, `aborted`
 */
export const conformService = (options: ConformServiceOptions): Promise<Report> =>
  makeReport('conform service', contentRules, { ...options, origin })
