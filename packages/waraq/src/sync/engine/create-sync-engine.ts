import { createEngine } from './engine.ts'
import type { SyncEngineOptions } from './options.ts'
import { loadMemory } from '../../store/open/load-memory.ts'
import type { SyncEngine } from '../api/sync-engine.ts'

/**
 * Creates an engine over the database `options.name`, in any context that has IndexedDB. It does not open the database or
 * send a request before the first call.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`, `invalid_relay_address`, `insecure_context`
 */
export function createSyncEngine(options: SyncEngineOptions): SyncEngine {
  return createEngine(options, { loadMemory })
}
