/** For developers: shows what the engine does, on the console and as a list of runs. Syncing and reading need none of it. */
export { logToConsole } from './devtools/log-to-console.ts'
export { openPanel } from './devtools/panel.ts'
export { withReport, withStatus } from './devtools/run-log.ts'
export type { LoggedRun } from './devtools/run-log.ts'
