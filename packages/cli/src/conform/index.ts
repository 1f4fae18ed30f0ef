/** The conformance kit as functions: checks a service against the interface, and a client for the known mistakes of clients. */

// A service
export { conformService } from './service/conform-service.ts'
export type { ConformServiceOptions } from './service/conform-service.ts'
export { conformUser } from './user/conform-user.ts'
export type { ConformUserOptions } from './user/conform-user.ts'
export type { UserService } from '../doctor/user/user-service.ts'
export type { Issuer, Trigger, Service } from '../service/service.ts'

// A client
export { conformClient } from './client/conform-client.ts'
export { openByCommand } from './client/open-by-command.ts'
export type { ConformClientOptions } from './client/conform-client.ts'
export type { ClientSetting, ClientUnderTest, OpenClient } from './client/adapter.ts'

// Reports
export { exitCodeOf } from '../doctor/report.ts'
export type { AnyReport, ClientReport, Finding, Report, UserReport, Verdict } from '../doctor/report.ts'
export { Secrets } from '../service/secrets.ts'
export { reportText } from '../doctor/report-text.ts'
