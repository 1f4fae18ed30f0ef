/** The sync engine lives here; tokens never leave this worker. */
import 'waraq/worker'
