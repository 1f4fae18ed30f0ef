/**
 * The link between a page and its worker, for any table of methods. For packages of this project only: it is no part of
 * what `@waraq/engine` promises, and changes without notice.
 */

// Both sides
export type { Callee, LinkShape, Protocol } from './protocol.ts'

// The worker's side
export { serveInWorker, workerDoor } from './worker-door.ts'

// The page's side
export { Connection } from './connection.ts'
export { resolveDeadlines } from './settings.ts'
export type { Deadlines, LinkParts, LinkSettings } from './settings.ts'
