import type { Connection } from '../link/connection.ts'
import type { EngineShape } from './protocol.ts'

/** As much of a connection as an engine uses of it. */
export type EngineConnection = Pick<Connection<EngineShape>, 'call' | 'watch' | 'nextTryAt' | 'close'>

/**
 * The connection of a page that a server renders. Nothing is known there, and nothing has failed: calls settle in the
 * browser only, where the page connects again.
 */
export const waitingConnection: EngineConnection = {
  call: () => new Promise(() => undefined),
  watch: () => () => undefined,
  nextTryAt: null,
  close: async () => undefined,
}
