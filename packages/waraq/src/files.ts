/**
 * Files that rows name, such as fonts and recordings, stored in Cache Storage next to the library. The pages that open a kind
 * of files fetch them, from listed hosts only; the engine's worker and service workers do not. A kind is a list of files that
 * is derived from rows, as in `openFonts` and `openRecordings`.
 */

// Any kind
export { openFiles } from './files/files.ts'
export type { Files, KeepFilesOptions } from './files/files.ts'
export type { FileOptions, FilesOptions } from './files/options.ts'
export type { ResourceFile, ListFiles, NamedFiles } from './files/file-list.ts'
export type { Parts } from './files/parts.ts'
export type { FileFailure, FilesProgress, FilesReport, FilesStatus } from './files/report.ts'

// Fonts of mushafs
export { openFonts } from './quran/fonts/fonts.ts'
export type { Fonts } from './quran/fonts/fonts.ts'
export type { FontsOptions } from './quran/fonts/options.ts'
export type { PageFont } from './quran/fonts/font-face.ts'
export type { FontsStatus } from './quran/fonts/report.ts'
export type { FontAsset } from './quran/readers/fonts.ts'

// Recordings of recitations
export { openRecordings } from './quran/recordings/recordings.ts'
export type { Chapters, Recordings, RecordingSource } from './quran/recordings/recordings.ts'
export type { RecordingsOptions } from './quran/recordings/options.ts'
export type { RecordingsProgress, RecordingsReport, RecordingsStatus } from './quran/recordings/report.ts'
