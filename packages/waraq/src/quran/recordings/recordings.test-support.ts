import type { JsonObject } from '@waraq/protocol'
import { openContentStore } from '../../store/read/open-content-store.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import { createBench, type Bench } from '../../sync/bench.test-support.ts'
import { FakeCaches } from '../../files/fake-caches.test-support.ts'
import { refOf } from '../readers/library.test-support.ts'
import { openRecordings, type Recordings } from './recordings.ts'
import type { RecordingsOptions } from './options.ts'

export const byVerse = refOf('recitations:901')
export const byChapter = refOf('chapter_recitations:902')

let id = 0

export function verseRow(verseKey: string, row: JsonObject = {}): JsonObject {
  const url = `Reciter/mp3/${verseKey
    .split(':')
    .map((part) => part.padStart(3, '0'))
    .join('')}.mp3`
  return { id: ++id, record_type: 'audio_file', recitation_id: 901, verse_key: verseKey, url, ...row }
}

export function chapterRow(chapter: number, row: JsonObject = {}): JsonObject {
  const audio_url = `https://whole.example/chapters/${chapter}.mp3`
  return {
    id: ++id,
    record_type: 'chapter_audio_file',
    audio_recitation_id: 902,
    chapter_id: chapter,
    audio_url,
    ...row,
  }
}

/** When verses and words of a chapter's file are heard. */
export function timesRow(verseKey: string, from: number, to: number, segments: unknown): JsonObject {
  return {
    id: ++id,
    record_type: 'audio_segment',
    verse_key: verseKey,
    timestamp_from: from,
    timestamp_to: to,
    segments: segments as never,
  }
}

/** Bytes that begin as an MP3 does; each name has its own. */
export function sound(name: string, length = 600): Uint8Array<ArrayBuffer> {
  const seed = [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 65_521, 7)
  const bytes = new Uint8Array(length)
  for (let index = 0; index < length; index++) bytes[index] = seed + index * index
  bytes.set([0x49, 0x44, 0x33, 4, 0])
  return bytes
}

export interface Asked {
  /** The path of the file's address. */
  readonly path: string
  readonly url: string
  readonly range: string | null
  readonly init: RequestInit
  readonly signal: AbortSignal
}

export type Answer = (asked: Asked) => Response | Promise<Response>

const typed = { 'content-type': 'audio/mpeg' }

/** A host as it should be: it knows ranges, names its version, and exposes what a page may see. */
export const asItIs: Answer = ({ path, range }) => serve(sound(path), range)

export function serve(bytes: Uint8Array<ArrayBuffer>, range: string | null = null): Response {
  const headers = { ...typed, etag: '"1"' }
  const from = range === null ? 0 : Number(/\d+/.exec(range)![0])
  const rest = bytes.slice(from)
  if (from === 0)
    return new Response(rest, { headers: { ...headers, 'content-length': String(rest.length) } })
  const part = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
  return new Response(rest, { status: 206, headers: { ...headers, 'content-range': part } })
}

/** An answer whose body ends as `end` has it, after these bytes. */
export function brokenAfter(
  bytes: Uint8Array,
  end: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>,
  init: ResponseInit = {},
): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    pull: end,
  })
  return new Response(body, { ...init, headers: { ...typed, ...init.headers } })
}

export const cutOff = (controller: ReadableStreamDefaultController) => controller.error(new TypeError('cut'))
export const hang = () => new Promise<void>(() => undefined)

export interface RecordingBench {
  readonly bench: Bench
  readonly caches: FakeCaches
  /** Requests since the last call, in order. */
  asked(): Asked[]
  /** Sets the hosts' answers from now on. */
  answer(answer: Answer): void
  /** Another page with recordings of its own. */
  open(options?: Partial<RecordingsOptions>): Recordings
  /** Makes the next pages' Cache Storage one that can die with them. */
  dyingCaches(): { readonly storage: FakeCaches['storage']; die(): void }
  close(): Promise<void>
}

/** A library with a reciter by verse and one by chapter, hosts that have their files, and pages. */
export async function recordingBench(
  verses: readonly JsonObject[],
  chapters: readonly JsonObject[] = [],
): Promise<RecordingBench> {
  const caches = new FakeCaches()
  const bench = createBench({ engine: { caches: caches.storage } })
  bench.sandbox.add(byVerse, verses)
  bench.sandbox.add(byChapter, chapters)
  for (const key of ['recitations:901', 'chapter_recitations:902']) await bench.engine.subscribe(key)
  const synced = await bench.engine.sync()
  if (synced.outcome !== 'current') throw new Error(JSON.stringify(synced))
  const opened: { close(): void }[] = []
  let asked: Asked[] = []
  let answers = asItIs
  return {
    bench,
    caches,
    asked: () => asked.splice(0),
    answer: (next) => void (answers = next),
    open(options = {}) {
      const store = openContentStore({ indexedDB: bench.indexedDB, IDBKeyRange })
      const recordings = openRecordings({
        store,
        hosts: ['https://verses.example', 'https://mirrors.example', 'https://whole.example'],
        base: 'https://verses.example/',
        caches: caches.storage,
        storage: null,
        retry: { attempts: 2, baseMs: 1, maxMs: 2 },
        fetch: async (input, init = {}) => {
          const url = new URL(String(input))
          const range = new Headers(init.headers).get('range')
          const one = { path: url.pathname, url: url.href, range, init, signal: init.signal! }
          asked.push(one)
          return answers(one)
        },
        ...options,
      })
      opened.push(recordings, store)
      return recordings
    },
    dyingCaches() {
      let isDead = false
      const unlessDead = <T extends (...args: never[]) => unknown>(work: T) =>
        ((...args: never[]) => (isDead ? new Promise(() => undefined) : work(...args))) as T
      const { storage } = caches
      return {
        storage: {
          open: unlessDead(storage.open),
          has: unlessDead(storage.has),
          delete: unlessDead(storage.delete),
          match: unlessDead(storage.match),
        },
        die: () => void (isDead = true),
      }
    },
    async close() {
      for (const each of opened.splice(0)) each.close()
      await bench.close()
    },
  }
}
