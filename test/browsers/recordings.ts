import { createSandbox, type Sandbox } from '@waraq/sandbox'
import { expect } from 'vitest'
import { notHere, type Stage } from './stage.ts'

/** The result of an attempt to play. */
interface Heard {
  /** In seconds, as the browser reports the file's duration. */
  readonly duration: number
  readonly problem: string | null
}

/** Plays a recording from a second of it on, to its end, without sound: that needs no user gesture. */
function hear(address: string, from: number): Promise<Heard> {
  const sound = new Audio()
  sound.muted = true
  sound.crossOrigin = 'anonymous'
  return new Promise((resolve) => {
    const over = (problem: string | null) => resolve({ duration: sound.duration, problem })
    sound.addEventListener('loadedmetadata', () => void (sound.currentTime = from))
    sound.addEventListener('ended', () => over(null))
    sound.addEventListener('error', () => over(sound.error?.message ?? 'unknown'))
    sound.src = address
    sound.play().catch((error: unknown) => over(String(error)))
  })
}

/** The rest of a verse after its last word, plus any silence that a browser adds: at most this number of milliseconds. */
const mostSilence = 250

/** A recording, and the time when its last word ends. It is played from `from` on. Times are in milliseconds. */
interface Recording {
  readonly address: unknown
  readonly from: number
  readonly end: number
}

function recordingsOf(sandbox: Sandbox): Recording[] {
  const rowsOf = (key: string, type: string) =>
    sandbox.snapshotRows(key)!.filter((row) => row['record_type'] === type)
  const lastWordEnds = (row: Readonly<Record<string, unknown>>) => (row['segments'] as number[][]).at(-1)![2]!
  const verses = ['recitations:1', 'recitations:7'].map((key) => {
    const row = rowsOf(key, 'audio_file').find((each) => each['verse_key'] === '112:3')!
    return { address: row['url'], from: 0, end: lastWordEnds(row) }
  })
  const times = rowsOf('chapter_recitations:7', 'audio_segment')
  const chapters = rowsOf('chapter_recitations:7', 'chapter_audio_file').map((row) => {
    const end = lastWordEnds(times.findLast((each) => each['chapter_id'] === row['chapter_id'])!)
    return { address: row['audio_url'], from: row['chapter_id'] === 2 ? end - 2_000 : 0, end }
  })
  return [...verses, ...chapters]
}

const kept = [
  { resource: 'recitations:7', files: 4, plays: ['112:3', '112:4'] },
  { resource: 'chapter_recitations:7', files: 1, plays: [112] },
] as const

export function recordingTests(stage: Stage): void {
  stage.test(
    'recordings: a verse, a chapter and the end of a long one play, as long as rows say',
    async () => {
      const resources = 'recitations:*;chapter_recitations:*'
      const sandbox = createSandbox({ content: { chapters: [2, 112], resources } })
      const listening = await sandbox.listen()
      stage.later(() => listening.close())
      const tab = await (await stage.site()).open('only')
      const silences: number[] = []
      for (const { address, from, end } of recordingsOf(sandbox)) {
        const { href } = new URL(String(address), listening.recordingsBase)
        const { duration, problem } = await tab.do(hear, href, from / 1000)
        expect([href, problem]).toEqual([href, null])
        silences.push(Math.round(duration * 1000 - end))
      }
      expect(silences).toHaveLength(4)
      for (const silence of silences) expect(silence).toBeGreaterThanOrEqual(0)
      expect(Math.max(...silences)).toBeLessThan(mostSilence)
      return { status: 'ran, passed', detail: `ms after the last word: ${silences.join(', ')}` }
    },
  )

  stage.test(
    'recordings: kept ones play to their end with every server stopped, and words follow',
    async () => {
      if (!stage.has('Cache Storage'))
        return { status: notHere, detail: 'no Cache Storage, so none are kept' }
      const resources = 'recitations:7;chapter_recitations:7'
      const site = await stage.site({ content: { chapters: [112], resources } })
      // Before the rows are fetched, because they contain this host.
      const host = await site.services.sandbox.listen()
      stage.later(() => host.close())
      const tab = await site.open('only')
      for (const key of kept) await tab.subscribe(key.resource)
      expect(await tab.sync()).toMatchObject({ outcome: 'current', error: null })
      const open = (base: string) => window.recordings.open(base)
      await tab.do(open, host.recordingsBase)
      for (const { resource, files } of kept)
        expect(await tab.do((key) => window.recordings.keep(key, [112]), resource)).toMatchObject({
          wanted: files,
          kept: files,
          failed: [],
        })

      await host.close()
      await site.services.stop()
      await tab.do(open, host.recordingsBase)
      let words = 0
      for (const { resource, plays } of kept) {
        for (const what of plays) {
          const named = await tab.do((key, each) => window.recordings.words(key, each), resource, what)
          expect(named?.length).toBeGreaterThan(3)
          const came = await tab.do((key, each) => window.recordings.play(key, each), resource, what)
          expect([what, came]).toMatchObject([what, { isKept: true, sought: named, isReleased: true }])
          // A busy machine may miss a short word. No word is heard out of order.
          expect(came.heard).toEqual(named!.filter((word) => came.heard.includes(word)))
          expect(came.heard.length).toBeGreaterThan(0)
          words += came.heard.length
        }
      }
      return { status: 'ran, passed', detail: `3 files, ${words} words heard` }
    },
  )
}
