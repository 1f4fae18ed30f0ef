/** Full-text search lives here, with its index in a database of its own. */
import 'waraq/search-worker'
