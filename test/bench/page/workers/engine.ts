// The engine behind its own door, as an application runs it.
import 'waraq/worker'
