/** The doctor as a function: examines a content service and tells what it does differently from what Waraq assumes. */
export { examine } from './doctor/examine.ts'
export type { ExamineOptions } from './doctor/examine.ts'
export { exitCodeOf } from './doctor/report.ts'
export type { Finding, Report, Verdict } from './doctor/report.ts'
export { reportText } from './doctor/report-text.ts'
export type { Issuer, Service } from './service/service.ts'
export { Secrets } from './service/secrets.ts'
