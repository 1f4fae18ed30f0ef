/** For developers: shows what the engine does, on the console and as a list of runs. Syncing and reading need none of it. */
export { logToConsole } from './log-to-console.ts'
export { openPanel } from './panel.ts'
export { withReport, withStatus } from './run-log.ts'
export type { LoggedRun } from './run-log.ts'
