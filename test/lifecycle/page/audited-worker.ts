/** The same worker, which writes down each of its write transactions: patched before the engine is loaded. */
import './transaction-log.ts'
import './stray.ts'
import '@waraq/engine/worker'
