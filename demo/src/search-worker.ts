/** Runs full-text search. Its index has its own database. */
import 'waraq/search-worker'
