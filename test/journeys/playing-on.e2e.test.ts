import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { isCurrent, keep, patience, ReaderVisit } from './reader-visit.ts'

/** A recitation by verse that is not kept goes on from verse to verse, over a line on which each request waits. */

const content = {
  chapters: [1, 112],
  resources: 'quran_core:1;translations:20;mushafs:1;recitations:1,7;chapter_recitations:7',
} as const
const recitation = 'recitations:7'
const files = ['001001', '112001', '112002', '112003', '112004'].map((name) => `${name}.mp3`)

/** Milliseconds before the host of recordings answers. A recording that is opened in its turn only has a longer gap before it. */
const latencyMs = 300
/** A timer of a hidden page waits for so many milliseconds. */
const timerMs = 1_000

/** Times in milliseconds since the page began; null for what has not come. */
interface Played {
  readonly file: string
  /** When it was asked to play. */
  readonly asked: number
  /** Whether it was there then, so that it plays without the network. */
  readonly isLoaded: boolean
  playing: number | null
  ended: number | null
}

/** Notes what becomes of each recording that plays, at half the speed: a busy machine takes longer to open the next. */
function notePlayed(): void {
  const played: Played[] = []
  Object.assign(globalThis, { played })
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    this.defaultPlaybackRate = this.playbackRate = 0.5
    const isLoaded = this.readyState === HTMLMediaElement.HAVE_ENOUGH_DATA
    const file = this.src.split('/').at(-1)!
    const each: Played = {
      file,
      isLoaded,
      asked: performance.now(),
      playing: null,
      ended: null,
    }
    played.push(each)
    const on = (type: string, note: () => void) =>
      this.addEventListener(type, () => this.src.endsWith(file) && note(), { once: true })
    on('playing', () => (each.playing = performance.now()))
    // An end pauses, and then ends: the pause is nearer to the last sound.
    on('pause', () => (each.ended = this.ended ? performance.now() : null))
    return play.call(this)
  }
}

const playedOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { played: Played[] }).played)

const playsToTheEnd = (page: Page) =>
  expect
    .poll(async () => (await playedOf(page)).map(({ file, ended }) => ended !== null && file), patience)
    .toEqual(files)

/** What Chromium does to a page that is not seen, which it never is without a head: no frames, and timers at whole seconds. */
function hide(timerMs: number): void {
  const { setTimeout, setInterval } = globalThis
  const whole = (ms = 0) => Math.ceil(ms / timerMs || 1) * timerMs
  const late =
    (timer: typeof setTimeout | typeof setInterval) =>
    (run: () => void, ms?: number, ...more: unknown[]) =>
      timer(run, whole(ms), ...more)
  Object.assign(globalThis, {
    setTimeout: late(setTimeout),
    setInterval: late(setInterval),
    requestAnimationFrame: () => 0,
  })
  Object.defineProperty(document, 'hidden', { get: () => true })
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('a recitation by verse', () => {
  let demo: RunningDemo
  let visit: ReaderVisit

  beforeAll(async () => {
    demo = await startDemo({ content })
    visit = await ReaderVisit.begin(await sharedChromium(), demo)
  })
  afterAll(async () => {
    await visit?.close()
    await demo?.close()
  })

  it('is chosen in the library', async () => {
    const page = await visit.open('#/library')
    await page.getByTestId('resource-quran_core:1').waitFor()
    await keep(page)
    await page.getByTestId(`toggle-${recitation}`).check()
    await isCurrent(page)
    await page.close()
    await visit.context.addInitScript(notePlayed)
    demo.sandbox.fault({ match: { path: 'recording' }, times: null, effect: { delayMs: latencyMs } })
  })

  const open = async () => {
    const page = await visit.open('#/chapter/112')
    await page.getByTestId('verse-112:4').waitFor()
    return page
  }

  it.each<[string, boolean]>([
    ['seen', false],
    ['hidden', true],
  ])('goes on without a gap while the page is %s', async (_, isHidden) => {
    const page = await open()
    await page.getByTestId('play-chapter').click()
    if (isHidden) {
      await expect.poll(async () => (await playedOf(page))[0]?.playing ?? null, patience).not.toBeNull()
      await page.evaluate(hide, timerMs)
    }
    await playsToTheEnd(page)
    const played = await playedOf(page)
    expect(played.slice(1).map(({ isLoaded }) => isLoaded)).toEqual([true, true, true, true])
    // What is left is the player's part: the end of one leads to the next, and no timer.
    const gaps = played.slice(1).map(({ asked }, index) => asked - played[index]!.ended!)
    expect(Math.min(...gaps)).toBeLessThan(timerMs)
    await page.close()
  })
})
