/** The doctor as a function: examines a content service and reports where it differs from Waraq's assumptions. */
export { examine } from './doctor/examine.ts'
export type { ExamineOptions } from './doctor/examine.ts'
export { exitCodeOf } from './doctor/report.ts'
export type { Finding, Report, Verdict } from './doctor/report.ts'
export { reportText } from './doctor/report-text.ts'
export type { Issuer, Service } from './service/service.ts'
export { Secrets } from './service/secrets.ts'
