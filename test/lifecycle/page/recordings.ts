import { parseResourceKey } from '@waraq/protocol'
import { openContentStore } from 'waraq'
import { openRecordings, type Recordings, type RecordingSource, type RecordingsReport } from 'waraq/files'
import { wordAt, type VerseKey } from 'waraq/quran'
import './page.ts'

/** A page that also stores recordings, as an application does. */

/** A report with the error code of each failure instead of the error. */
export interface FileCounts extends Pick<RecordingsReport, 'wanted' | 'kept' | 'bytes'> {
  readonly failed: readonly string[]
}

/** The storage that caches take according to the browser, in addition to everything that this site stores. */
export interface Stored {
  readonly usage: number
  /** NaN if the browser does not report caches separately. */
  readonly caches: number
}

/** The result of playing a file to its end. */
export interface Heard {
  readonly isKept: boolean
  /** In milliseconds, as the browser reports the file's duration. */
  readonly duration: number
  /** The browser seeks to the middle of each word. These are the words that rows have at the resulting position. */
  readonly sought: readonly (string | null)[]
  /** The words that were heard, in the order in which they started. */
  readonly heard: readonly string[]
  /** Whether the address is invalid after its release. */
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

/** Resolves with an event. Rejects with the browser's message about a file that it cannot play. */
function happens(sound: HTMLAudioElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    sound.addEventListener(event, () => resolve(), { once: true })
    sound.addEventListener('error', () => reject(new Error(sound.error?.message ?? 'unknown')), {
      once: true,
    })
  })
}

/** Plays without sound: that needs no user gesture. */
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
  /** The only host is the origin of `base`. */
  open(base: string, concurrency?: number): void {
    opened = openRecordings({
      store: openContentStore(),
      hosts: [new URL(base).origin],
      base,
      ...(concurrency === undefined ? {} : { concurrency }),
    })
  },
  async keep(key: string, chapters: 'all' | readonly number[]): Promise<FileCounts> {
    const { wanted, kept, bytes, failed } = await recordingsHere().keep(refOf(key), chapters)
    return { wanted, kept, bytes, failed: failed.map(({ error }) => error.code) }
  },
  status: (key: string) => recordingsHere().status(refOf(key)),
  /** The words of a stored file, in order. Null if it is not stored. */
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
