/** The engine's worker, which logs each of its write transactions: withDeltas before the engine is loaded. */
import './transaction-log.ts'
import './stray.ts'
import 'waraq/worker'
