import { verseCountOf } from '@waraq/protocol'
import { resolveObjectURL } from 'node:buffer'
import { failure } from '@waraq/test-support/failure'
import { fakeLocks, SharedLocks } from '@waraq/test-support/locks'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { wordAt } from '../readers/word-at.ts'
import { type Recordings, recordingLimits } from './recordings.ts'
import type { RecordingsOptions } from './options.ts'
import type { RecordingsStatus } from './report.ts'
import {
  asItIs,
  brokenAfter,
  byChapter,
  byVerse,
  chapterRow,
  cutOff,
  hang,
  recordingBench,
  serve,
  sound,
  timesRow,
  verseRow,
  type Answer,
  type RecordingBench,
} from './recordings.test-support.ts'

/** Recordings of a real library, with hosts and a Cache Storage in memory. */

let at: RecordingBench
afterEach(() => at.close())

const until = (condition: () => unknown) => vi.waitUntil(condition, { timeout: 30_000, interval: 1 })
const mebibyte = 1024 * 1024
const one = ['1:1', '1:2', '1:3'].map((key) => key)
const verses = (...keys: string[]) => keys.map((key) => verseRow(key))
const fileOf = (verseKey: string) =>
  `/Reciter/mp3/${verseKey
    .replace(/^/, '')
    .split(':')
    .map((part) => part.padStart(3, '0'))
    .join('')}.mp3`
const paths = () => at.asked().map(({ path }) => path)

/** Watches the status; returns a function that gives the latest one. */
function watched(recordings: Recordings, ref = byVerse): () => RecordingsStatus {
  let latest: RecordingsStatus | undefined
  recordings.watch(ref, (status) => void (latest = status))
  return () => latest ?? ({ kept: -1, wanted: -1, chapters: [], failed: [] } as unknown as RecordingsStatus)
}

async function played(
  recordings: Recordings,
  what: string | number,
  ref = byVerse,
): Promise<Uint8Array | undefined> {
  const source = await recordings.source(ref, what)
  if (!source) return undefined
  expect(source.isKept).toBe(true)
  const blob = resolveObjectURL(source.url)!
  expect(blob.type).toBe('audio/mpeg')
  source.release()
  expect(resolveObjectURL(source.url)).toBeUndefined()
  return new Uint8Array(await blob.arrayBuffer())
}

/** `toEqual` takes minutes for megabytes. */
const isSame = (one: Uint8Array | undefined, other: Uint8Array) =>
  one !== undefined && Buffer.compare(one, other) === 0

describe('keeping chapters', () => {
  it('has the basmala that a recitation by verse begins with, and no other chapter needs it', async () => {
    at = await recordingBench(verses('1:1', '1:2', '9:1', '112:1'))
    const recordings = at.open()
    const files = async () =>
      (await recordings.status(byVerse)).byChapter.map(({ chapter, files }) => [chapter, files])
    await recordings.keep(byVerse, [9])
    expect(await files()).toEqual([[9, 1]])
    expect(await recordings.keep(byVerse, [112])).toMatchObject({ wanted: 2, kept: 2 })
    expect(await played(recordings, '1:1')).toEqual(sound(fileOf('1:1')))
    await recordings.keep(byVerse, [1])
    await recordings.drop(byVerse, [1])
    expect(await played(recordings, '1:1')).toEqual(sound(fileOf('1:1')))
    expect(await recordings.source(byVerse, '1:2')).toBeUndefined()
    await recordings.drop(byVerse, [112])
    expect(await recordings.source(byVerse, '1:1')).toBeUndefined()
    expect(await files()).toEqual([[9, 1]])
  })

  it('fetches their files and no others, and says how much of each is here', async () => {
    at = await recordingBench([
      ...verses('1:1', '1:2', '2:1'),
      verseRow('112:1', { url: '//mirrors.example/everyayah/112001.mp3' }),
      chapterRow(1),
      chapterRow(3),
    ])
    const recordings = at.open()
    const reported: number[] = []
    const report = await recordings.keep(byVerse, [1, 3], { onProgress: ({ kept }) => reported.push(kept) })
    expect(report).toEqual({ wanted: 3, kept: 3, bytes: 1800, failed: [] })
    expect(reported.at(-1)).toBe(3)
    expect(
      at
        .asked()
        .map(({ url }) => url)
        .sort(),
    ).toEqual([
      `https://verses.example${fileOf('1:1')}`,
      `https://verses.example${fileOf('1:2')}`,
      'https://whole.example/chapters/3.mp3',
    ])
    await recordings.keep(byVerse, [112])
    expect(at.asked().map(({ url }) => url)).toEqual(['https://mirrors.example/everyayah/112001.mp3'])
    const status = await recordings.status(byVerse)
    expect(status).toMatchObject({ chapters: [1, 3, 112], wanted: 5, kept: 5, bytes: 2400, failed: [] })
    expect(status.byChapter).toEqual([
      { chapter: 1, files: 2, kept: 2, bytes: 1200 },
      { chapter: 3, files: 1, kept: 1, bytes: 600 },
      // With the basmala before it, the file of 1:1.
      { chapter: 112, files: 2, kept: 2, bytes: 1200 },
    ])
    expect([...at.caches.all.keys()]).toEqual(['waraq:waraq:recordings:recitations:901'])
    expect(await played(recordings, '1:2')).toEqual(sound(fileOf('1:2')))
    expect(await played(recordings, 3)).toEqual(sound('/chapters/3.mp3'))
    expect(await recordings.source(byVerse, '2:1')).toBeUndefined()
    // Its verses are kept, and not the file of the chapter.
    expect(await recordings.source(byVerse, 1)).toBeUndefined()
  })

  it('tells how far it is, also while a file stalls', async () => {
    at = await recordingBench(verses('1:1', '1:2', '1:3'))
    const recordings = at.open()
    const now = watched(recordings)
    at.answer((asked) => (asked.path === fileOf('1:3') ? new Promise(() => undefined) : asItIs(asked)))
    const call = failure(recordings.keep(byVerse, [1]))
    await until(() => now().kept === 2)
    expect(now()).toMatchObject({
      inProgress: true,
      byChapter: [{ chapter: 1, files: 3, kept: 2, bytes: 1200 }],
    })
    recordings.close()
    expect(await call).toMatchObject({ code: 'files_closed' })
  })

  it('sends neither cookies nor a referrer, and follows no redirect', async () => {
    at = await recordingBench(verses('1:1'))
    await at.open().keep(byVerse, 'all')
    expect(at.asked()[0]!.init).toMatchObject({
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: {},
    })
  })

  it('deletes the chapters that are dropped, and no others', async () => {
    at = await recordingBench(verses('1:1', '1:2', '2:1', '3:1'))
    const recordings = at.open()
    await recordings.keep(byVerse, 'all')
    await recordings.drop(byVerse, [1])
    const { chapters, kept } = await recordings.status(byVerse)
    expect([chapters.length, chapters.includes(1 as never), kept]).toEqual([113, false, 4])
    expect(await played(recordings, '1:2')).toBeUndefined()
    // The others begin with it.
    expect(await played(recordings, '1:1')).toEqual(sound(fileOf('1:1')))
    expect(await played(recordings, '2:1')).toEqual(sound(fileOf('2:1')))
    await recordings.drop(byVerse, 'all')
    expect(await recordings.status(byVerse)).toMatchObject({
      chapters: [],
      wanted: 0,
      kept: 0,
      byChapter: [],
    })
    expect(at.caches.all.size).toBe(0)
  })

  it('wants nothing of a recitation that is not here', async () => {
    at = await recordingBench([])
    const recordings = at.open()
    const elsewhere = { group: 'recitations', id: 77 }
    expect(await recordings.keep(elsewhere, 'all')).toEqual({ wanted: 0, kept: 0, bytes: 0, failed: [] })
    expect((await recordings.status(elsewhere)).chapters).toEqual([])
    expect(await recordings.keep(byVerse, [])).toMatchObject({ wanted: 0 })
    expect(await recordings.source(elsewhere, '1:1', { online: true })).toBeUndefined()
  })

  it.each<[string, (recordings: Recordings) => Promise<unknown>]>([
    ['a chapter beyond the last', (recordings) => recordings.keep(byVerse, [115])],
    ['a text', (recordings) => recordings.keep(byVerse, '12' as never)],
    ['a group alone', (recordings) => recordings.keep('recitations' as never, 'all')],
    ['half a chapter to drop', (recordings) => recordings.drop(byVerse, [1.5])],
    ['a verse that is none', (recordings) => recordings.source(byVerse, '1')],
    ['chapter 0 as a source', (recordings) => recordings.source(byVerse, 0)],
  ])('is refused with %s', async (_, call) => {
    at = await recordingBench(verses('1:1'))
    expect(await failure(call(at.open()))).toMatchObject({ code: 'invalid_argument' })
    expect(at.asked()).toEqual([])
  })

  it.each<[Partial<RecordingsOptions>]>([
    [{ base: 'verses.example' }],
    [{ hosts: ['verses.example'] }],
    [{ concurrency: 17 }],
    [{ store: {} as never }],
  ])('is not opened with %j', async (options) => {
    at = await recordingBench([])
    expect(() => at.open(options)).toThrowError(/^The option/)
  })
})

/** Makes `1:2` be answered by these, one after the other; the last one repeats. */
function scripted(...answers: Answer[]): Answer {
  let next = 0
  return (asked) =>
    asked.path === fileOf('1:2') ? answers[Math.min(next++, answers.length - 1)]!(asked) : asItIs(asked)
}
const status =
  (code: number): Answer =>
  () =>
    new Response('no', { status: code })
const half = sound(fileOf('1:2')).slice(0, 300)
const whole = sound(fileOf('1:2'))
const cut: Answer = () => brokenAfter(half, cutOff, { headers: { etag: '"1"', 'content-length': '600' } })
const page = '<!doctype html><title>Sign in to this network</title>'.padEnd(600)

describe('a hostile host', () => {
  it.each<[string, string, RegExp, Answer[], Partial<RecordingsOptions>?]>([
    ['that has no such file', 'not_found', /Check the address/, [status(404)]],
    ['that has it no longer', 'not_found', /Check the address/, [status(410)]],
    ['that forbids it', 'forbidden', /Check the address/, [status(403)]],
    ['that fails', 'service_failed', /Try again later/, [status(500)]],
    ['that has had enough', 'rate_limited', /Wait, then ask less often/, [status(429)]],
    ['that is not there', 'network', /Check the connection/, [() => Promise.reject(new TypeError('failed'))]],
    [
      'without CORS headers, which looks like no network',
      'network',
      /its CORS headers/,
      [() => Promise.reject(new TypeError('blocked'))],
    ],
    [
      'whose answer a service worker gives without leave',
      'forbidden',
      /Access-Control-Allow-Origin/,
      [
        () =>
          Object.defineProperties(new Response(null), { status: { value: 0 }, type: { value: 'opaque' } }),
      ],
    ],
    [
      'that leads elsewhere',
      'network',
      /Check the connection/,
      [
        () =>
          Object.defineProperty(asItIs({ path: '/x', range: null } as never), 'redirected', { value: true }),
      ],
    ],
    [
      'that sends nothing',
      'timeout',
      /sent no answer for/,
      [() => new Promise(() => undefined)],
      { timeouts: { headersMs: 20 } },
    ],
    [
      'that stops sending',
      'timeout',
      /sent no further byte/,
      [() => brokenAfter(half, hang)],
      { timeouts: { idleMs: 20 } },
    ],
    ['that cuts each answer', 'truncated_body', /ended early/, [() => brokenAfter(half, cutOff)]],
    [
      'that sends less than it says',
      'truncated_body',
      /ended early/,
      [() => new Response(half, { headers: { 'content-type': 'audio/mpeg', 'content-length': '600' } })],
    ],
    [
      'that sends a web page as one',
      'file_mismatch',
      /web page in its place/,
      [() => new Response(page, { headers: { 'content-type': 'text/html' } })],
    ],
    [
      'that calls a web page audio',
      'file_mismatch',
      /not of the kind/,
      [() => new Response(page, { headers: { 'content-type': 'audio/mpeg' } })],
    ],
    [
      'that calls audio a web page',
      'file_mismatch',
      /not of the kind/,
      [() => new Response(whole, { headers: { 'content-type': 'text/html; charset=utf-8' } })],
    ],
    [
      'that sends an empty file',
      'file_mismatch',
      /not of the kind/,
      [() => new Response('', { headers: { 'content-type': 'audio/mpeg' } })],
    ],
    [
      'that says it is a picture',
      'file_mismatch',
      /not of the kind/,
      [() => new Response(whole, { headers: { 'content-type': 'image/png' } })],
    ],
    [
      'that gives a part where all was asked for',
      'invalid_response',
      /answered 206/,
      [() => new Response(whole, { status: 206 })],
    ],
    [
      'that never gives the part that was asked for',
      'invalid_response',
      /another part/,
      [
        cut,
        () =>
          new Response(whole, { status: 206, headers: { etag: '"1"', 'content-range': 'bytes 0-599/600' } }),
      ],
    ],
  ])('%s: %s', async (_, code, message, answers, options = {}) => {
    at = await recordingBench(verses(...one))
    at.answer(scripted(...answers))
    const recordings = at.open(options)
    const report = await recordings.keep(byVerse, [1])
    expect([report.wanted, report.kept]).toEqual([3, 2])
    expect(report.failed).toMatchObject([{ chapter: 1, verseKey: '1:2', error: { code } }])
    expect(report.failed[0]!.error.message).toMatch(message)
    expect(report.failed[0]!.error.message).toMatch(/\. .+\.$/)
    expect(await recordings.source(byVerse, '1:2')).toBeUndefined()
    expect(at.caches.keys()).toHaveLength(2)
    expect((await recordings.status(byVerse)).failed).toMatchObject([{ verseKey: '1:2' }])
  })

  it.each<[string, (string | null)[], Answer[]]>([
    ['that cuts, and takes ranges', [null, 'bytes=300-'], [cut, asItIs]],
    ['that cuts, and takes none', [null, 'bytes=300-'], [cut, () => serve(whole)]],
    [
      'that cuts, and whose file is another then',
      [null, 'bytes=300-', null],
      [
        cut,
        () =>
          new Response(half, { status: 206, headers: { etag: '"2"', 'content-range': 'bytes 300-599/600' } }),
        asItIs,
      ],
    ],
    ['that cuts, and says 416', [null, 'bytes=300-', null], [cut, status(416), asItIs]],
    ['that cuts, and names no version', [null, null], [() => brokenAfter(half, cutOff), asItIs]],
    ['that fails once', [null, null], [status(503), asItIs]],
    [
      'that compresses',
      [null],
      [
        () =>
          new Response(whole, {
            headers: { 'content-type': 'audio/mpeg', 'content-encoding': 'gzip', 'content-length': '77' },
          }),
      ],
    ],
    [
      'that names no type of audio',
      [null],
      [() => new Response(whole, { headers: { 'content-type': 'application/octet-stream' } })],
    ],
  ])('%s is met: the file is whole', async (_, ranges, answers) => {
    at = await recordingBench(verses(...one))
    at.answer(scripted(...answers))
    const recordings = at.open({ retry: { attempts: 3, baseMs: 1, maxMs: 2 } })
    expect(await recordings.keep(byVerse, [1])).toMatchObject({ kept: 3, bytes: 1800, failed: [] })
    const asked = at.asked().filter(({ path }) => path === fileOf('1:2'))
    expect(asked.map(({ range }) => range)).toEqual(ranges)
    expect(await played(recordings, '1:2')).toEqual(whole)
  })

  it('that never ends is given up where no recording is so long, and leaves nothing', async () => {
    const { bytes: most } = recordingLimits
    expect(most).toBe(512 * mebibyte)
    // To take in and copy 512 MiB takes seconds: a lower bound, and chunks that are as much smaller.
    recordingLimits.bytes = most / 32
    onTestFinished(() => void (recordingLimits.bytes = most))
    at = await recordingBench(verses('1:2'))
    const chunk = new Uint8Array(mebibyte / 2)
    chunk.set(sound('x').subarray(0, 5))
    let sent = 0
    at.answer(() => {
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += chunk.length
          controller.enqueue(chunk)
        },
      })
      return new Response(body, { headers: { 'content-type': 'audio/mpeg', etag: '"1"' } })
    })
    // A cache that forgets the bytes, so that the test has room.
    const { storage } = at.caches
    const forgetful = {
      ...storage,
      open: async (name: string) => {
        const cache = await storage.open(name)
        const put = (key: Request, { headers }: Response) => cache.put(key, new Response('', { headers }))
        return { ...cache, put, keys: cache.keys, delete: cache.delete } as unknown as Cache
      },
    }
    const report = await at.open({ caches: forgetful }).keep(byVerse, [1])
    expect(report.failed).toMatchObject([
      { error: { code: 'file_mismatch', details: { problem: 'too_long' } } },
    ])
    expect(sent).toBeLessThan((600 / 32) * mebibyte)
    expect(at.caches.keys()).toEqual([])
    expect(at.asked()).toHaveLength(1)
  })

  it.each<[string, object, string]>([
    ['on another host', { url: 'https://evil.example/1.mp3' }, 'foreign_address'],
    ['on another host without its scheme', { url: '//evil.example/1.mp3' }, 'foreign_address'],
    ['over plain http', { url: 'http://verses.example/1.mp3' }, 'foreign_address'],
    ['that is data', { url: 'data:audio/mpeg;base64,SUQz' }, 'foreign_address'],
    ['with a password', { url: 'https://me:secret@verses.example/1.mp3' }, 'foreign_address'],
  ])('is not asked for a file %s', async (_, row, code) => {
    at = await recordingBench([verseRow('1:1'), verseRow('1:2', row as never)])
    const recordings = at.open()
    const report = await recordings.keep(byVerse, 'all')
    expect(report.failed).toMatchObject([{ verseKey: '1:2', error: { code } }])
    expect(paths()).toEqual([fileOf('1:1')])
    expect(await failure(recordings.source(byVerse, '1:2', { online: true }))).toMatchObject({ code })
  })

  it('that is gone ends the work soon: the rest fails without a request, and is fetched once it is back', async () => {
    at = await recordingBench(Array.from({ length: 40 }, (_, index) => verseRow(`2:${index + 1}`)))
    at.answer(() => Promise.reject(new TypeError('offline')))
    const events = new EventTarget()
    const recordings = at.open({ page: events, retry: { attempts: 1 } })
    const report = await recordings.keep(byVerse, 'all')
    expect(report.failed).toHaveLength(40)
    expect(at.asked().length).toBeLessThan(17)
    at.answer(asItIs)
    events.dispatchEvent(new Event('online'))
    const now = watched(recordings)
    await until(() => now().kept === 40 && now().failed.length === 0)
  })
})

describe('a large file', () => {
  const chapter = sound('/chapters/2.mp3', 10 * mebibyte + 7)

  /** Sends a piece at a time, and as much of the file as `most` allows. */
  const slowly =
    (most: number): Answer =>
    ({ range }) => {
      let from = range === null ? 0 : Number(/\d+/.exec(range)![0])
      const first = from
      const { status, headers } = serve(chapter, range)
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (from >= Math.min(most, chapter.length))
            return from >= chapter.length ? controller.close() : hang()
          const piece = chapter.slice(from, from + mebibyte / 2)
          from += piece.length
          controller.enqueue(piece)
        },
      })
      return new Response(body, { status, headers: first === 0 ? headers : new Headers([...headers]) })
    }

  it('goes on where its tab was killed, and is whole', async () => {
    at = await recordingBench([], [chapterRow(2)])
    const locks = new SharedLocks()
    const tab = { state: 'alive' }
    at.answer(slowly(9 * mebibyte))
    const dying = at.dyingCaches()
    void at
      .open({ caches: dying.storage, locks: locks.of(tab) })
      .keep(byChapter, [2])
      .catch(() => undefined)
    await until(() => at.caches.keys().length === 2)
    dying.die()
    locks.release(tab)
    expect(at.caches.keys().map((key) => key.slice(-2))).toEqual(['?0', '?1'])
    at.asked()
    at.answer(slowly(Infinity))
    const next = at.open({ locks: locks.of({}) })
    const now = watched(next, byChapter)
    await until(() => now().kept === 1)
    expect(at.asked().map(({ range }) => range)).toEqual([`bytes=${8 * mebibyte}-`])
    expect(isSame(await played(next, 2, byChapter), chapter)).toBe(true)
    expect(now().bytes).toBe(chapter.length)
    await next.drop(byChapter, [2])
    expect(at.caches.all.size).toBe(0)
  })

  it('begins anew where it is another file after the kill', async () => {
    at = await recordingBench([], [chapterRow(2)])
    at.answer(slowly(9 * mebibyte))
    const first = at.open()
    const ended = new AbortController()
    const call = failure(first.keep(byChapter, [2], { signal: ended.signal }))
    await until(() => at.caches.keys().length === 2)
    ended.abort(new Error('closed'))
    await call
    await expect.poll(async () => (await first.status(byChapter)).inProgress).toBe(false)
    first.close()
    const other = sound('/another', 5 * mebibyte)
    at.asked()
    at.answer(
      () =>
        new Response(other, {
          headers: { 'content-type': 'audio/mpeg', etag: '"2"', 'content-length': String(other.length) },
        }),
    )
    const next = at.open()
    expect(await next.keep(byChapter, [2])).toMatchObject({ kept: 1, bytes: other.length })
    expect(isSame(await played(next, 2, byChapter), other)).toBe(true)
    expect(at.caches.keys()).toHaveLength(2)
  })

  it('comes in the end over a line that breaks more often than a call tries again', async () => {
    at = await recordingBench([], [chapterRow(2)])
    at.answer(({ range }) => {
      const from = range === null ? 0 : Number(/\d+/.exec(range)![0])
      const { status, headers } = serve(chapter, range)
      const piece = chapter.slice(from, from + mebibyte)
      if (from + piece.length === chapter.length) return serve(chapter, range)
      return brokenAfter(piece, cutOff, { status, headers: Object.fromEntries(headers) })
    })
    const recordings = at.open({ retry: { attempts: 2, baseMs: 1, maxMs: 2 } })
    expect(await recordings.keep(byChapter, 'all')).toMatchObject({ kept: 1, failed: [] })
    expect(at.asked()).toHaveLength(11)
    expect(isSame(await played(recordings, 2, byChapter), chapter)).toBe(true)
  })

  it('that lost a part is none: it is deleted and fetched again', async () => {
    at = await recordingBench([], [chapterRow(2)])
    at.answer(slowly(Infinity))
    const recordings = at.open()
    await recordings.keep(byChapter, 'all')
    at.caches.damage('chapters/2.mp3?1')
    for (const entries of at.caches.all.values())
      for (const key of entries.keys()) if (key.endsWith('?1')) entries.delete(key)
    at.asked()
    expect(await recordings.source(byChapter, 2)).toBeUndefined()
    await until(() => at.caches.keys().length === 3)
    expect(at.asked().map(({ range }) => range)).toEqual([null])
    expect(isSame(await played(recordings, 2, byChapter), chapter)).toBe(true)
  })
})

describe('going on', () => {
  it('the next page does by itself, with the chapters that were asked for', async () => {
    at = await recordingBench(verses('1:1', '2:1', '2:2', '3:1'))
    at.answer(({ path, ...asked }) =>
      path === fileOf('2:2') ? new Promise(() => undefined) : asItIs({ path, ...asked }),
    )
    const first = at.open({ concurrency: 1 })
    const call = failure(first.keep(byVerse, [2]))
    await until(() => at.asked().some(({ path }) => path === fileOf('2:2')))
    first.close()
    expect(await call).toMatchObject({ code: 'files_closed' })
    at.answer(asItIs)
    const now = watched(at.open())
    await until(() => now().kept === 3)
    expect(paths().sort()).toEqual([fileOf('1:1'), fileOf('2:2')])
    expect(now()).toMatchObject({ chapters: [2], wanted: 3 })
  })

  it.each([
    ['with Web Locks', () => fakeLocks()],
    ['without', () => undefined],
  ])('two tabs fetch each file once, and want what both of them want, %s', async (_, makeLocks) => {
    at = await recordingBench(verses('1:1', '1:2', '2:1'))
    const locks = makeLocks()
    const [one_, other] = [at.open({ locks }), at.open({ locks })]
    const reports = await Promise.all([one_.keep(byVerse, [1]), other.keep(byVerse, [1, 2])])
    // The second chapter counts the basmala, too.
    expect(reports.map(({ kept }) => kept)).toEqual([2, 4])
    expect(paths().sort()).toEqual([fileOf('1:1'), fileOf('1:2'), fileOf('2:1')])
    expect((await one_.status(byVerse)).chapters).toEqual([1, 2])
  })

  it('a drop ends what another tab is fetching', async () => {
    at = await recordingBench(verses('1:1', '2:1'))
    at.answer(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new TypeError('ended')))),
    )
    const locks = fakeLocks()
    const call = failure(at.open({ locks }).keep(byVerse, 'all'))
    await until(() => at.asked().length > 0)
    await at.open({ locks }).drop(byVerse, 'all')
    expect(await call).toMatchObject({ code: 'aborted', name: 'AbortError' })
    expect(at.caches.all.size).toBe(0)
  })

  it('a call goes before what the page does in the background', async () => {
    at = await recordingBench(verses('1:1', '2:1', '2:2'))
    const before = at.open()
    at.answer(() => Promise.reject(new TypeError('offline')))
    await before.keep(byVerse, [2])
    before.close()
    at.asked()
    at.answer((asked) => (asked.path === fileOf('1:1') ? asItIs(asked) : new Promise(() => undefined)))
    const recordings = at.open()
    await until(() => at.asked().length > 0)
    expect((await recordings.keep(byVerse, [1])).kept).toBe(1)
    at.answer(asItIs)
  })

  it('waits while the engine is paused, and ends with it; resume goes on', async () => {
    at = await recordingBench(verses(...one))
    at.answer(({ path, ...asked }) =>
      path === fileOf('1:1') ? asItIs({ path, ...asked }) : new Promise(() => undefined),
    )
    const recordings = at.open({ concurrency: 1 })
    const now = watched(recordings)
    const call = failure(recordings.keep(byVerse, 'all'))
    await until(() => at.asked().some(({ path }) => path === fileOf('1:2')))
    await at.bench.engine.pause()
    expect(await call).toMatchObject({ code: 'paused', retryable: true })
    at.answer(asItIs)
    at.asked()
    const next = at.open()
    await until(() => watched(next)().wanted === 3)
    await settle()
    expect(paths()).toEqual([])
    await at.bench.engine.resume()
    await until(() => now().kept === 3)
    expect(paths().sort()).toEqual([fileOf('1:2'), fileOf('1:3')])
  })

  it('during a pause is what a person asks for', async () => {
    at = await recordingBench(verses('1:1'))
    await at.bench.engine.pause()
    expect((await at.open().keep(byVerse, 'all')).kept).toBe(1)
  })

  it('waits where the person saves data, unless a person asks, and until that ends', async () => {
    at = await recordingBench(verses('1:1', '2:1'))
    at.answer(() => Promise.reject(new TypeError('offline')))
    const before = at.open()
    await before.keep(byVerse, 'all')
    before.close()
    at.asked()
    at.answer(asItIs)
    const connection = Object.assign(new EventTarget(), { saveData: true })
    const recordings = at.open({ navigator: { connection } })
    const now = watched(recordings)
    await until(() => now().wanted === 2)
    await settle()
    expect(paths()).toEqual([])
    expect((await recordings.keep(byVerse, [1])).kept).toBe(1)
    await settle()
    expect(paths()).toEqual([fileOf('1:1')])
    connection.saveData = false
    connection.dispatchEvent(new Event('change'))
    await until(() => now().kept === 2)
    expect(paths()).toEqual([fileOf('2:1')])
  })

  it('does not wait for the saving of data where the application says so', async () => {
    at = await recordingBench(verses('1:1'))
    at.answer(() => Promise.reject(new TypeError('offline')))
    const before = at.open()
    await before.keep(byVerse, 'all')
    before.close()
    at.answer(asItIs)
    const now = watched(at.open({ navigator: { connection: { saveData: true } }, heedDataSaver: false }))
    await until(() => now().kept === 1)
  })

  it('ends where there is no room: what is kept plays, and the next call fetches the rest', async () => {
    at = await recordingBench(verses('1:1', '1:2', '1:3', '1:4'))
    at.caches.room = 2
    const recordings = at.open({ concurrency: 1 })
    const report = await recordings.keep(byVerse, [1])
    expect(report.failed.map(({ verseKey, error }) => [verseKey, error.code])).toEqual([
      ['1:3', 'quota_exceeded'],
      ['1:4', 'quota_exceeded'],
    ])
    expect(paths()).toHaveLength(3)
    at.caches.room = Infinity
    expect((await recordings.keep(byVerse, [1])).kept).toBe(4)
    expect(paths()).toEqual([fileOf('1:3'), fileOf('1:4')])
  })

  it('a file that is damaged on the disk is fetched again', async () => {
    at = await recordingBench(verses(...one))
    const recordings = at.open()
    await recordings.keep(byVerse, [1])
    at.asked()
    at.caches.damage('001002.mp3')
    expect(await recordings.source(byVerse, '1:2')).toBeUndefined()
    await until(() => at.asked().length > 0)
    await until(() => at.caches.keys().length === 3)
    expect(await played(recordings, '1:2')).toEqual(whole)
  })
})

describe('a recitation that goes', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['is unsubscribed', () => at.bench.engine.unsubscribe('recitations:901')],
    [
      'is withdrawn',
      async () => {
        at.bench.sandbox.hide('recitations:901', 'license_withdrawn')
        await at.bench.engine.sync()
      },
    ],
  ])('because it %s takes all its files with it, and no others', async (_, go) => {
    at = await recordingBench(verses(...one), [chapterRow(1)])
    const recordings = at.open()
    await recordings.keep(byVerse, 'all')
    await recordings.keep(byChapter, 'all')
    const now = watched(recordings)
    await go()
    await until(() => now().chapters.length === 0)
    expect(at.caches.keys()).toEqual(['https://whole.example/chapters/1.mp3'])
    expect(await recordings.source(byVerse, '1:1')).toBeUndefined()
    expect((await recordings.status(byChapter)).kept).toBe(1)
  })

  it('counts with its files among what could be dropped', async () => {
    at = await recordingBench(verses(...one))
    const size = async () => {
      const droppable = await at.bench.engine.droppable()
      return droppable.find(({ filter }) => filter === 'recitations:901')!.bytes
    }
    const before = await size()
    await at.open().keep(byVerse, 'all')
    expect((await size()) - before).toBe(1800)
  })
})

describe('what plays', () => {
  it('is online only where the call asks for it', async () => {
    at = await recordingBench(verses('1:1'), [chapterRow(1)])
    const recordings = at.open()
    expect(await recordings.source(byVerse, '1:1')).toBeUndefined()
    const online = await recordings.source(byVerse, '1:1', { online: true })
    expect(online).toMatchObject({ url: `https://verses.example${fileOf('1:1')}`, isKept: false })
    online!.release()
    expect(await recordings.source(byChapter, 1, { online: true })).toMatchObject({
      url: 'https://whole.example/chapters/1.mp3',
    })
    expect(at.asked()).toEqual([])
  })

  it('says when each word is heard, by verse', async () => {
    at = await recordingBench([
      verseRow('1:1', {
        segments: [
          [1, 0, 500],
          [2, 500, 400],
          [2, 600, 900],
        ] as never,
      }),
    ])
    const { segments, verses: none, row } = (await at.open().source(byVerse, '1:1', { online: true }))!
    expect(none).toEqual([])
    expect(row).toMatchObject({ verse_key: '1:1' })
    expect([499, 550, 600].map((ms) => wordAt(segments, ms)?.word)).toEqual([1, undefined, 2])
  })

  it('says when each verse and word is heard, by chapter', async () => {
    at = await recordingBench(
      [],
      [
        chapterRow(1),
        timesRow('1:1', 0, 1000, [[1, 0, 1000]]),
        timesRow('1:2', 1000, 3000, [
          [1, 1000, 1500],
          [2, 1500, 3000],
        ]),
        timesRow('1:3', 3000, 2000, 'none'),
        timesRow('2:1', 0, 9000, [[1, 0, 9000]]),
      ],
    )
    const source = (await at.open().source(byChapter, 1, { online: true }))!
    expect(source.verses.map(({ verseKey }) => verseKey)).toEqual(['1:1', '1:2'])
    expect(wordAt(source.segments, 1600)).toEqual({
      verseKey: '1:2',
      word: 2,
      lastWord: 2,
      startMs: 1500,
      endMs: 3000,
    })
    expect(wordAt(source.verses, 999)?.verseKey).toBe('1:1')
  })

  it('is nothing where there is no Cache Storage, and the way to the host stays', async () => {
    at = await recordingBench(verses('1:1'))
    vi.stubGlobal('caches', undefined)
    const recordings = at.open({ caches: undefined })
    vi.unstubAllGlobals()
    expect(await failure(recordings.keep(byVerse, 'all'))).toMatchObject({ code: 'storage_unavailable' })
    expect(await recordings.source(byVerse, '1:1')).toBeUndefined()
    expect(await recordings.source(byVerse, '1:1', { online: true })).toMatchObject({ isKept: false })
    expect(await recordings.status(byVerse)).toMatchObject({ kept: 0, chapters: [] })
  })
})

describe('many files', () => {
  /** The last part of the Quran; `test/lifecycle` has a whole reciter. */
  it('are fetched a few at a time', async () => {
    const first = 78
    const last = 114
    const rows = Array.from({ length: last - first + 1 }, (_, index) =>
      Array.from({ length: verseCountOf(first + index) }, (_row, verse) =>
        verseRow(`${first + index}:${verse + 1}`),
      ),
    ).flat()
    at = await recordingBench(rows)
    let [open, most] = [0, 0]
    at.answer(({ path }) => {
      most = Math.max(most, ++open)
      const bytes = sound(path, 64)
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(bytes),
        pull: (controller) => {
          open--
          controller.close()
        },
      })
      return new Response(body, { headers: { 'content-type': 'audio/mpeg' } })
    })
    const puts = vi.spyOn(IDBObjectStore.prototype, 'put')
    const records = () => puts.mock.calls.filter(([value]) => (value as { key?: string }).key === 'files')
    // Of a clock that stands still, no second passes after which progress would be recorded.
    const recordings = at.open({ concurrency: 3, clock: new VirtualClock() })
    let reported = 0
    recordings.watch(byVerse, () => reported++)
    expect(await recordings.keep(byVerse, 'all')).toMatchObject({
      wanted: 564,
      kept: 564,
      bytes: 564 * 64,
    })
    expect([most <= 3, open]).toEqual([true, 0])
    // What is wanted, what there is at the beginning and at the end: none of it is written for each file.
    expect(records()).toHaveLength(3)
    expect(reported).toBeLessThan(10)
    const { byChapter: chapters } = await recordings.status(byVerse)
    expect(chapters).toHaveLength(37)
    expect(
      chapters.every(({ chapter, files, kept }) => files === kept && files === verseCountOf(chapter)),
    ).toBe(true)
    expect((await at.open().keep(byVerse, 'all')).kept).toBe(564)
    expect(at.asked()).toHaveLength(564)
    // By the second call: the first finds no cache.
    expect(at.caches.listed).toBe(1)
  })
})
