/** Runs the sync engine. Tokens never leave this worker. */
import 'waraq/worker'
