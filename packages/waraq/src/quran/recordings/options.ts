import type { FileOptions } from '../../files/options.ts'

/** `store` has the rows that name the recordings; `hosts` are the origins of their publishers. */
export interface RecordingsOptions extends FileOptions {
  /**
   * Where relative addresses lead, such as `https://verses.quran.com/`, whose origin `hosts` has to list as well. Default: a
   * recording with such an address is not fetched.
   */
  readonly base?: string | URL | undefined
}
