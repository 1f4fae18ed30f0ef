import type { FileOptions } from '../../files/options.ts'

/**
 * Options of `openRecordings`. `store` contains the rows that name the recordings. `hosts` are the origins of their publishers.
 */
export interface RecordingsOptions extends FileOptions {
  /**
   * Base of relative addresses, such as `https://verses.quran.com/`. Its origin must also be listed in `hosts`. By default, a
   * recording with a relative address is not fetched.
   */
  readonly base?: string | URL | undefined
}
