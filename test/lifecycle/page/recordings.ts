import { parseResourceKey } from '@waraq/contract'
import { openContentStore } from '@waraq/engine'
import { openRecordings, type Recordings, type RecordingsReport } from '@waraq/reader/recordings'
import './page.ts'

/** A page that also keeps recordings, as an application does. */

/** A report without its failures, which are errors: the code of each instead. */
export interface KeptCounts extends Pick<RecordingsReport, 'wanted' | 'kept' | 'bytes'> {
  readonly failed: readonly string[]
}

/** How much storage the browser says that caches take, beside all that this site stores. */
export interface Stored {
  readonly usage: number
  /** NaN where the browser does not tell caches apart. */
  readonly caches: number
}

let opened: Recordings | undefined
let statuses = 0

function recordingsHere(): Recordings {
  if (!opened) throw new Error('The page has opened no recordings yet')
  return opened
}

const refOf = (key: string) => parseResourceKey(key)!

const recordings = {
  /** The hosts are the origin of `base` alone. */
  open(base: string, concurrency?: number): void {
    opened = openRecordings({
      store: openContentStore(),
      hosts: [new URL(base).origin],
      base,
      ...(concurrency === undefined ? {} : { concurrency }),
    })
  },
  async keep(key: string, chapters: 'all' | readonly number[]): Promise<KeptCounts> {
    const { wanted, kept, bytes, failed } = await recordingsHere().keep(refOf(key), chapters)
    return { wanted, kept, bytes, failed: failed.map(({ error }) => error.code) }
  },
  drop: (key: string, chapters: 'all' | readonly number[]) => recordingsHere().drop(refOf(key), chapters),
  status: (key: string) => recordingsHere().status(refOf(key)),
  source: (...given: Parameters<Recordings['source']>) => recordingsHere().source(...given),
  /** Counts from now on how often a status is told. */
  watch: (key: string): void => void recordingsHere().watch(refOf(key), () => statuses++),
  told: (): number => statuses,
  async entries(): Promise<number> {
    const names = await caches.keys()
    const counts = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).length),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  },
  async stored(): Promise<Stored> {
    type Estimate = StorageEstimate & { readonly usageDetails?: { readonly caches?: number } }
    const { usage = NaN, usageDetails }: Estimate = await navigator.storage.estimate()
    return { usage, caches: usageDetails ? (usageDetails.caches ?? 0) : NaN }
  },
}

declare global {
  interface Window {
    recordings: typeof recordings
  }
}
window.recordings = recordings
