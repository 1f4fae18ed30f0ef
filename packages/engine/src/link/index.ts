/**
 * For packages of this project only, not part of what `@waraq/engine` promises: it changes without notice. The link between
 * a page and its worker, for any table of methods.
 */

// Both sides
export type { Callee, LinkShape, Protocol } from './protocol.ts'
export { callListener } from './listener.ts'

// The worker's side
export { serveInWorker, workerDoor } from './worker-door.ts'

// The page's side
export { Connection } from './connection.ts'
export { onPageReturn } from '../platform/page-return.ts'
export { resolveDeadlines } from './settings.ts'
export type { Deadlines, LinkParts, LinkSettings } from './settings.ts'
