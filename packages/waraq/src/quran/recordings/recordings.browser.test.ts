import { sha256Hex } from '@waraq/protocol'
import { openContentStore } from '../../store/read/open-content-store.ts'
import { connectSyncEngine } from '../../worker/connect.ts'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { wordAt } from '../readers/word-at.ts'
import { openRecordings } from './recordings.ts'
import type { RecordingsOptions } from './options.ts'

/** Recordings in a real Cache Storage, played by the browser. The hosts are a function: what they send is this file's matter. */

const { contentRoot, relay } = inject('services')
const name = 'recordings-of-a-page'
const ref = { group: 'recitations', id: 7 }

const open: { close(): void | Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
  for (const key of await caches.keys()) await caches.delete(key)
  indexedDB.deleteDatabase(name)
})
function opened<T extends { close(): void | Promise<void> }>(each: T): T {
  open.push(each)
  return each
}
const cacheNames = async () => (await caches.keys()).filter((key) => key.startsWith('waraq:'))

/** A tone as WAV: 8,000 samples a second, 8 bits each. */
function tone(samples: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + samples)
  const view = new DataView(bytes.buffer)
  const text = (at: number, signs: string) => bytes.set(new TextEncoder().encode(signs), at)
  const fields = [16, 0x0001_0001, 8000, 8000, 0x0008_0001]
  text(0, 'RIFF')
  view.setUint32(4, 36 + samples, true)
  text(8, 'WAVEfmt ')
  fields.forEach((value, index) => view.setUint32(16 + 4 * index, value, true))
  text(36, 'data')
  view.setUint32(40, samples, true)
  for (let index = 0; index < samples; index++) bytes[44 + index] = 128 + 100 * Math.sin(index / 3)
  return bytes
}

const offline: typeof fetch = () => Promise.reject(new TypeError('offline'))

function page(options: Partial<RecordingsOptions>) {
  const store = opened(openContentStore({ name }))
  return opened(
    openRecordings({
      store,
      hosts: ['https://verses.example', 'https://whole.example', new URL(contentRoot).origin],
      base: 'https://verses.example/',
      ...options,
    }),
  )
}

async function library() {
  const worker = new Worker(new URL('../../worker.ts', import.meta.url), { type: 'module' })
  opened({ close: () => worker.terminate() })
  const engine = connectSyncEngine(worker, { contentRoot, relay, name, handshakeMs: 60_000 })
  await engine.subscribe('recitations:7')
  expect((await engine.sync()).outcome).toBe('current')
  return engine
}

/** All origins that rows of the recitation name. */
async function hostsOf(): Promise<string[]> {
  const store = openContentStore({ name })
  const rows = await store.rows('audio_file', ref)
  store.close()
  const urls = rows.map(({ data }) => new URL(data.url!, 'https://verses.example/'))
  return [...new Set(urls.map(({ origin }) => origin))]
}

it(
  'a chapter is kept, plays to its end without a network, and goes with its recitation',
  { timeout: 240_000 },
  async () => {
    const engine = await library()
    const hosts = await hostsOf()
    const online = page({
      hosts,
      fetch: async () => new Response(tone(1600), { headers: { 'content-type': 'audio/wav' } }),
    })
    const report = await online.keep(ref, [112])
    // Four verses, and the basmala before them.
    expect(report).toMatchObject({ wanted: 5, kept: 5, bytes: 5 * 1644, failed: [] })
    online.close()

    const next = page({ hosts, fetch: offline })
    const source = (await next.source(ref, '112:3'))!
    expect(source.isKept).toBe(true)
    expect(wordAt(source.segments, source.segments[0]!.startMs)?.word).toBe(1)
    // Without a click, browsers play silent videos only.
    const audio = Object.assign(document.createElement('video'), { src: source.url, muted: true })
    const ended = new Promise((resolve, reject) => {
      audio.onended = resolve
      audio.onerror = () => reject(new Error(audio.error?.message))
    })
    await audio.play()
    await ended
    expect(audio.duration).toBeCloseTo(0.2, 1)
    source.release()
    await expect(fetch(source.url)).rejects.toThrow(TypeError)
    expect(await next.keep(ref, [112])).toMatchObject({ kept: 5, failed: [] })
    expect(await next.source(ref, '1:2')).toBeUndefined()

    await engine.unsubscribe('recitations:7')
    expect(await cacheNames()).toEqual([])
    await vi.waitUntil(async () => (await next.status(ref)).kept === 0, { timeout: 60_000 })
  },
)

it('a long file goes on after its page is gone, and plays from any place', { timeout: 240_000 }, async () => {
  await library()
  const hosts = await hostsOf()
  const long = tone(9 * 1024 * 1024)
  const headers = { 'content-type': 'audio/wav', etag: '"1"', 'content-length': String(long.length) }
  const half = long.slice(0, 5 * 1024 * 1024)
  const stuck: typeof fetch = async () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(half),
        pull: () => new Promise(() => undefined),
      }),
      { headers },
    )
  const first = page({ hosts, fetch: stuck, concurrency: 1 })
  const call = first.keep(ref, [108]).catch((error: unknown) => error)
  const entries = async () => {
    const keys = await Promise.all((await cacheNames()).map(async (key) => (await caches.open(key)).keys()))
    return keys.flat().map(({ url }) => url)
  }
  await vi.waitUntil(async () => (await entries()).some((url) => url.endsWith('?0')), { timeout: 60_000 })
  first.close()
  expect(await call).toMatchObject({ code: 'files_closed' })

  const ranges: (string | null)[] = []
  const ranged: typeof fetch = async (_, init) => {
    const range = new Headers(init?.headers).get('range')
    ranges.push(range)
    if (range === null) return new Response(long, { headers })
    const from = Number(/\d+/.exec(range)![0])
    const part = { 'content-range': `bytes ${from}-${long.length - 1}/${long.length}` }
    return new Response(long.slice(from), {
      status: 206,
      headers: { ...headers, ...part, 'content-length': String(long.length - from) },
    })
  }
  const next = page({ hosts, fetch: ranged, concurrency: 1 })
  // Three verses, and the basmala before them.
  const whole = { wanted: 4, kept: 4, failed: [] }
  await vi.waitFor(async () => expect(await next.status(ref)).toMatchObject(whole), { timeout: 120_000 })
  expect(ranges.filter((range) => range !== null)).toHaveLength(1)
  const firstVerse = await next.source(ref, '108:1')
  const blob = await (await fetch(firstVerse!.url)).blob()
  expect([blob.size, blob.type]).toEqual([long.length, 'audio/wav'])
  expect(await sha256Hex(new Uint8Array(await blob.arrayBuffer()))).toBe(await sha256Hex(long))
  const audio = new Audio(firstVerse!.url)
  audio.currentTime = 1000
  await new Promise((resolve, reject) => {
    audio.oncanplay = resolve
    audio.onerror = () => reject(new Error(audio.error?.message))
  })
  expect(audio.currentTime).toBeCloseTo(1000, 0)
  firstVerse!.release()
})
