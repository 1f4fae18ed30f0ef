/** The engine's worker, which logs each of its write transactions. The log is set up before the engine is loaded. */
import './transaction-log.ts'
import './stray.ts'
import 'waraq/worker'
