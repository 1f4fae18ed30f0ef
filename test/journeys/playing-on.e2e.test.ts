import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { isCurrent, keep, ReaderVisit } from './reader-visit.ts'

/** A recitation that is not kept goes on: from verse to verse over a line on which each request waits, and after the line is lost. */

const content = {
  chapters: [1, 9, 67, 112],
  resources: 'quran_core:1;translations:20;mushafs:1;recitations:1,7;chapter_recitations:7',
} as const
const recitation = 'recitations:7'
/** A file for each chapter, with the times of its verses. */
const inOneFile = 'chapter_recitations:7'
/** What comes of a longer file before the line is lost: browsers take blocks of 32,768 bytes, and each byte is a millisecond. */
const firstBytes = 98_304
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
  /** The second that it plays from. */
  from: number | null
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
      from: null,
      playing: null,
      ended: null,
    }
    played.push(each)
    const on = (type: string, note: () => void) =>
      this.addEventListener(type, () => this.src.endsWith(file) && note(), { once: true })
    on('playing', () => Object.assign(each, { playing: performance.now(), from: this.currentTime }))
    // An end pauses, and then ends: the pause is nearer to the last sound.
    on('pause', () => (each.ended = this.ended ? performance.now() : null))
    return play.call(this)
  }
}

const playedOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { played: Played[] }).played)

const playsToTheEnd = (page: Page) =>
  expect
    .poll(async () => (await playedOf(page)).map(({ file, ended }) => ended !== null && file))
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

/** Lets the beginning of a file through, and nothing more of it. */
async function lineThatIsLost(page: Page) {
  const files = '**/recordings/**'
  const waiting: Route[] = []
  let isLost = false
  await page.route(files, async (route) => {
    const headers = route.request().headers()
    const [, from = '0'] = /^bytes=(\d+)-/.exec(headers['range'] ?? '') ?? []
    if (isLost) return route.abort('connectionreset')
    if (Number(from) >= firstBytes) return void waiting.push(route)
    const whole = await route.fetch({ headers: { ...headers, range: 'bytes=0-' } })
    const body = await whole.body()
    await route.fulfill({
      status: 206,
      headers: { ...whole.headers(), 'content-range': `bytes ${from}-${firstBytes - 1}/${body.length}` },
      body: body.subarray(Number(from), firstBytes),
    })
  })
  return {
    async lose() {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      isLost = true
      for (const route of waiting) await route.abort('connectionreset')
    },
    restore: () => page.unroute(files),
  }
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
    for (const key of [recitation, inOneFile]) await page.getByTestId(`toggle-${key}`).check()
    await isCurrent(page)
    await page.close()
    await visit.context.addInitScript(notePlayed)
    demo.sandbox.fault({ match: { path: 'recording' }, times: null, effect: { delayMs: latencyMs } })
  })

  const open = async (chapter = 112) => {
    const page = await visit.open(`#/chapter/${chapter}`)
    await page.getByTestId(`verse-${chapter}:4`).waitFor()
    return page
  }

  it.each<[string, boolean]>([
    ['seen', false],
    ['hidden', true],
  ])('goes on without a gap while the page is %s', async (_, isHidden) => {
    const page = await open()
    await page.getByTestId('play-chapter').click()
    if (isHidden) {
      await expect.poll(async () => (await playedOf(page))[0]?.playing ?? null).not.toBeNull()
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

  it.each([
    [1, '001001', '001002'],
    [9, '009001', '009002'],
    [112, '001001', '112001'],
  ])('of chapter %i begins with the file %s', async (chapter, ...names) => {
    const page = await open(chapter)
    await page.getByTestId('play-chapter').click()
    await expect.poll(async () => (await playedOf(page))[0]?.playing ?? null).not.toBeNull()
    await page.getByTestId('player').getByRole('button', { name: 'Next verse' }).click()
    await expect
      .poll(async () => (await playedOf(page)).slice(0, 2).map(({ file }) => file))
      .toEqual(names.map((name) => `${name}.mp3`))
    await page.close()
  })

  it('goes on where it stopped after the line was lost', async () => {
    demo.sandbox.clearFaults()
    const page = await open(67)
    const line = await lineThatIsLost(page)
    const player = page.getByTestId('player')
    const play = player.getByRole('button', { name: 'Play', exact: true })
    const position = () => page.getByLabel('Seek').inputValue().then(Number)
    await page.getByTestId('play-chapter').click()
    await page.getByTestId('player-options').click()
    await page.getByLabel('Reciter').selectOption(inOneFile)
    await page.keyboard.press('Escape')
    await expect.poll(position).toBeGreaterThanOrEqual(2)
    await line.lose()
    await page.getByTestId('player-problem').waitFor()
    await visit.context.setOffline(true)
    // Without a line there is nothing to play; the place stays.
    await play.click()
    await expect.poll(() => page.getByTestId('player-problem').innerText()).toMatch(/offline/)
    await visit.context.setOffline(false)
    // The notice goes with what it says, and nothing is heard before a press.
    await expect.poll(() => page.getByTestId('player-problem').count()).toBe(0)
    await play.waitFor()
    await line.restore()
    await play.click()
    await player.getByRole('button', { name: 'Pause' }).waitFor()
    await expect.poll(async () => (await playedOf(page)).at(-1)!.from ?? 0).toBeGreaterThanOrEqual(2)
    await page.close()
  })
})
