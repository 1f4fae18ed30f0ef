/** The doctor as a function: examines a content service and reports where it differs from Waraq's assumptions. */
export { examine } from './doctor/examine.ts'
export type { ExamineOptions } from './doctor/make-report.ts'
export { examineUser } from './doctor/user/examine-user.ts'
export type { ExamineUserOptions } from './doctor/user/make-user-report.ts'
export type { UserService } from './doctor/user/user-service.ts'
export { exitCodeOf } from './doctor/report.ts'
export type {
  AnyReport,
  ClientReport,
  Command,
  Finding,
  Report,
  UserReport,
  Verdict,
} from './doctor/report.ts'
export { reportText } from './doctor/report-text.ts'
export type { Issuer, Occasion, Service } from './service/service.ts'
export { Secrets } from './service/secrets.ts'
