/**
 * Files that rows name, kept beside the library in Cache Storage: fonts, recordings. The pages that open a kind fetch them, from
 * listed hosts only; the engine's worker and service workers do not. A kind is a list of files made from rows; see
 * `openFonts` and `openRecordings` of `@waraq/reader`.
 */
export { openFiles } from './files.ts'
export type { Files, KeepFilesOptions } from './files.ts'
export type { FileOptions, FilesOptions } from './options.ts'
export type { KeptFile, ListFiles, NamedFiles } from './file-list.ts'
export type { Parts } from './parts.ts'
export type { FileFailure, FilesProgress, FilesReport, FilesStatus } from './report.ts'
export { fileUnusable } from './failures.ts'
