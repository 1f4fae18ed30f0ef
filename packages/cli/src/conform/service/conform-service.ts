import { makeReport, type ExamineOptions } from '../../doctor/make-report.ts'
import type { Report } from '../../doctor/report.ts'
import { contentRules } from './rules/all.ts'

export type ConformServiceOptions = Omit<ExamineOptions, 'origin' | 'watchMs'>

/** No page asks: what browsers need besides is the doctor's. */
const origin = 'http://localhost'

/**
 * Holds a service against the rules of the interface, one after the other. Where the service can be made to do something
 * (`service.bring`), it changes what it serves; else it reads alone, and rules of changes are `not seen`.
 * @throws {WaraqError} `invalid_content_root`, `invalid_relay_configuration`, `aborted`
 */
export const conformService = (options: ConformServiceOptions): Promise<Report> =>
  makeReport('conform service', contentRules, { ...options, origin })
