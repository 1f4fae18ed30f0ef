/**
 * Recordings of recitations in Cache Storage, for pages that play them offline: fetched when a person asks for it, from listed
 * hosts only. A recording is the work of its reciter and publisher; the page names them.
 */
export { openRecordings } from './recordings.ts'
export type { Chapters, Recordings, RecordingSource } from './recordings.ts'
export type { RecordingsOptions } from './options.ts'
export type { RecordingsProgress, RecordingsReport, RecordingsStatus } from './report.ts'
