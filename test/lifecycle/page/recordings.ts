import { parseResourceKey } from '@waraq/protocol'
import { openContentStore } from 'waraq'
import { openRecordings, type Recordings, type RecordingSource, type RecordingsReport } from 'waraq/files'
import { wordAt, type VerseKey } from 'waraq/quran'
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

/** What came of playing a file to its end. */
export interface Heard {
  readonly isKept: boolean
  /** In milliseconds, as the browser takes the file to last. */
  readonly duration: number
  /** The words that rows name at the middle of each word, after the browser went there. */
  readonly sought: readonly (string | null)[]
  /** The words that were heard, each when it began. */
  readonly heard: readonly string[]
  /** Whether the address leads nowhere once it is given up. */
  readonly isReleased: boolean
}

let opened: Recordings | undefined

function recordingsHere(): Recordings {
  if (!opened) throw new Error('The page has opened no recordings yet')
  return opened
}

const refOf = (key: string) => parseResourceKey(key)!

const nameOf = ({ verseKey, word }: RecordingSource['segments'][number]) => `${verseKey}:${word}`

function wordOf({ segments }: RecordingSource, sound: HTMLAudioElement): string | null {
  const word = wordAt(segments, sound.currentTime * 1000)
  return word ? nameOf(word) : null
}

/** Resolves with an event; rejects with what the browser says of a file that it cannot play. */
function happens(sound: HTMLAudioElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    sound.addEventListener(event, () => resolve(), { once: true })
    sound.addEventListener('error', () => reject(new Error(sound.error?.message ?? 'unknown')), {
      once: true,
    })
  })
}

/** Without a sound: that needs no gesture of a person. */
async function playToEnd(source: RecordingSource): Promise<Omit<Heard, 'isReleased'>> {
  const sound = new Audio()
  sound.muted = true
  const isThere = happens(sound, 'loadeddata')
  sound.src = source.url
  await isThere
  const sought: (string | null)[] = []
  for (const { startMs, endMs } of source.segments) {
    const isSought = happens(sound, 'seeked')
    sound.currentTime = (startMs + endMs) / 2000
    await isSought
    sought.push(wordOf(source, sound))
  }
  const isAtBeginning = happens(sound, 'seeked')
  sound.currentTime = 0
  await isAtBeginning
  const heard: string[] = []
  const listen = setInterval(() => {
    const word = wordOf(source, sound)
    if (word !== null && heard.at(-1) !== word) heard.push(word)
  }, 20)
  const isOver = happens(sound, 'ended')
  await sound.play()
  await isOver
  clearInterval(listen)
  return { isKept: source.isKept, duration: sound.duration * 1000, sought, heard }
}

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
  status: (key: string) => recordingsHere().status(refOf(key)),
  /** The words of a kept file, in order; null where it is not kept. */
  async words(key: string, what: VerseKey | number): Promise<readonly string[] | null> {
    const source = await recordingsHere().source(refOf(key), what)
    source?.release()
    return source ? source.segments.map(nameOf) : null
  },
  async play(key: string, what: VerseKey | number): Promise<Heard> {
    const source = await recordingsHere().source(refOf(key), what)
    if (!source) throw new Error(`${String(what)} of ${key} is not kept`)
    const played = await playToEnd(source)
    source.release()
    const isReleased = await fetch(source.url).then(
      () => false,
      () => true,
    )
    return { ...played, isReleased }
  },
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
