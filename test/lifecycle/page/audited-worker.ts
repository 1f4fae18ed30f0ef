/** The engine's worker, which logs each of its write transactions: patched before the engine is loaded. */
import './transaction-log.ts'
import './stray.ts'
import 'waraq/worker'
