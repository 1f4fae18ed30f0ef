import { allChecks } from './checks/all.ts'
import { makeReport, type ExamineOptions } from './make-report.ts'
import type { Report } from './report.ts'

/**
 * Says where a service differs from what the engine assumes. It reads alone, some twenty small requests.
 * @throws {WaraqError} `invalid_content_root`, `invalid_relay_configuration`, `aborted`
 */
export const examine = (options: ExamineOptions): Promise<Report> => makeReport('doctor', allChecks, options)
