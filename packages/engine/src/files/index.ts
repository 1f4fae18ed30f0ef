/**
 * What files that rows name need of the library: the record of those that are kept, and reads that see its bookkeeping. For
 * packages of this project only: it is no part of what `@waraq/engine` promises, and changes without notice.
 */

// The library of a store
export { internalsOf } from '../read/store-internals.ts'
export type { StoreInternals } from '../read/store-internals.ts'
export type { WaraqDatabase } from '../store/database.ts'
export { commitsOf } from '../store/writer.ts'
export { storageError } from '../store/storage-error.ts'
export { digestOf } from '../store/digest.ts'

// Which files are kept
export {
  fontCacheName,
  forgetKeptFonts,
  keptFontsOf,
  noteKeptFonts,
  readKeptFonts,
} from '../store/fonts-record.ts'
export type { KeptFonts } from '../store/records.ts'
