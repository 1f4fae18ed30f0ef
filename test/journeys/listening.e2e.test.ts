import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { OwnBrowser } from '../lifecycle/own-browser.ts'
import { Album } from './album.ts'
import { violations as axeViolations } from './axe.ts'
import { goTo, isCurrent, keep, patience, ReaderVisit, shellIsKept, syncNow } from './reader-visit.ts'

/** A reader keeps the recitation of a chapter, and listens to it without a network. */

const content = {
  chapters: [1, 112],
  resources: 'quran_core:1;translations:20;mushafs:1;recitations:1,7;chapter_recitations:7',
} as const
const byVerse = 'recitations:7'
const byChapter = 'chapter_recitations:7'

const keepButton = (page: Page) => page.getByTestId('keep-chapter')
const keptChapter = (page: Page) => page.getByTestId('kept-chapter')
const player = (page: Page) => page.getByTestId('player')
const isKept = (page: Page, is: 'coming' | 'missing' | 'kept') =>
  page.locator(`[data-testid="kept-chapter"][data-kept="${is}"]`).waitFor()

/** Keeps the text and the times of recitations, as a reader does in the library. */
async function choose(page: Page, ...recitations: readonly string[]): Promise<void> {
  await page.getByTestId('resource-quran_core:1').waitFor()
  await keep(page)
  for (const key of recitations) await page.getByTestId(`toggle-${key}`).check()
  await isCurrent(page)
}

const open = async (page: Page, url: string) => {
  await page.goto(`${url}#/chapter/112`)
  await page.getByTestId('verse-112:4').waitFor()
}

/** On a phone, its way there is the page of what is seldom needed. */
const toStorage = async (page: Page, { url }: RunningDemo) => {
  await page.goto(`${url}#/storage`)
  await page.getByTestId('screen-storage').waitFor()
}
const storedRecordings = (page: Page, key: string) => page.getByTestId(`stored-recordings-${key}`)

/** Files of recordings in Cache Storage. */
const filesKept = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let count = 0
    for (const name of (await caches.keys()).filter((each) => each.includes('recordings')))
      count += (await (await caches.open(name)).keys()).length
    return count
  })

/**
 * Plays at a quarter of the speed: a verse of two seconds can be over on a busy machine before a frame of it was shown, or
 * before a button was pressed.
 */
function playSlowly(): void {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    this.defaultPlaybackRate = this.playbackRate = 0.25
    return play.call(this)
  }
}

interface Heard {
  readonly verses: string[]
  readonly words: Record<string, string[]>
  readonly from: string[]
}

/** Notes each verse and word that the page marks, from now on. */
async function noteHeard(page: Page): Promise<() => Promise<Heard>> {
  await page.evaluate(() => {
    const heard: Heard = { verses: [], words: {}, from: [] }
    Object.assign(globalThis, { heard })
    const look = () => {
      const verse = document.querySelector('[data-played]')
      const key = verse?.getAttribute('data-verse')
      if (!verse || !key) return
      if (heard.verses.at(-1) !== key) heard.verses.push(key)
      const from = document.querySelector('[data-testid="player-from"]')?.textContent
      if (from && !heard.from.includes(from)) heard.from.push(from)
      const spoken = verse.querySelector('.spoken')?.textContent
      const words = (heard.words[key] ??= [])
      if (spoken && words.at(-1) !== spoken) words.push(spoken)
    }
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard)
}

/** The words of chapter 112 as the text has them, by verse. */
function wordsOf({ sandbox }: RunningDemo): Record<string, string[]> {
  const verses = sandbox
    .snapshotRows('quran_core:1')!
    .filter((row) => row['record_type'] === 'verse' && String(row['verse_key']).startsWith('112:'))
  return Object.fromEntries(
    verses.map((row) => [String(row['verse_key']), String(row['text_uthmani']).split(' ')]),
  )
}

const playsToTheEnd = async (page: Page) => {
  await page.locator('[data-played][data-verse="112:4"]').waitFor()
  await player(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
}

describe('a chapter that a reader keeps', () => {
  let demo: RunningDemo
  let browser: OwnBrowser
  const album = new Album('listening')

  beforeAll(async () => {
    demo = await startDemo({ content })
    browser = await OwnBrowser.start()
  })
  afterAll(async () => {
    await browser?.discard()
    await demo?.close()
  })

  it('comes with size and progress, and after the browser was killed the rest of it comes', async () => {
    const page = await browser.context.newPage()
    await page.goto(`${demo.url}#/library`)
    await choose(page, byVerse)
    await shellIsKept(page)
    await open(page, demo.url)
    // The third file hangs in its middle.
    demo.sandbox.fault({
      match: { path: '/recordings/sandbox/7/112003.mp3' },
      effect: { hang: { afterBytes: 400 } },
    })
    await keepButton(page).click()
    await isKept(page, 'coming')
    const progress = keptChapter(page).getByRole('progressbar')
    await expect.poll(() => progress.getAttribute('aria-valuenow'), patience).toMatch(/^(40|60|80)$/)
    await expect.poll(() => keptChapter(page).innerText(), patience).toMatch(/[234] of 5 · \d+ kB/)
    await album.picture(page, 'keeping')
    const { profile } = browser
    await browser.kill()
    demo.sandbox.clearRequests()
    browser = await OwnBrowser.start(profile)
    const again = await browser.context.newPage()
    await open(again, demo.url)
    await isKept(again, 'kept')
    await expect.poll(() => keptChapter(again).innerText(), patience).toMatch(/Audio downloaded · \d+ kB/)
    const asked = demo.sandbox.requests
      .map(({ path }) => path)
      .filter((path) => path.includes('/recordings/'))
    expect(asked.length).toBeLessThanOrEqual(2)
    expect(asked).toContain('/recordings/sandbox/7/112003.mp3')
    expect(asked).not.toContain('/recordings/sandbox/7/112001.mp3')
  })

  it('plays to its end with every server stopped, and verses and words follow', async () => {
    const [page] = browser.context.pages().slice(-1) as [Page]
    await shellIsKept(page)
    await page.addInitScript(playSlowly)
    await demo.stopServices()
    await demo.stopReader()
    await page.reload()
    await page.getByTestId('verse-112:4').waitFor()
    await isKept(page, 'kept')
    const heard = await noteHeard(page)
    await page.getByTestId('play-chapter').click()
    await playsToTheEnd(page)
    const { verses, words, from } = await heard()
    expect(verses).toEqual(['112:1', '112:2', '112:3', '112:4'])
    // A machine with much else to do may show no frame while a short word is heard.
    for (const [verse, all] of Object.entries(wordsOf(demo))) {
      expect([verse, words[verse]?.length]).not.toEqual([verse, 0])
      expect(all.filter((word) => words[verse]!.includes(word))).toEqual(words[verse])
    }
    expect(from).toEqual(['Playing from your downloads'])
    expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe('paused')
  })
})

describe('listening', () => {
  let demo: RunningDemo
  let visit: ReaderVisit
  let page: Page
  const violations: string[] = []

  beforeAll(async () => {
    demo = await startDemo({ content })
    visit = await ReaderVisit.begin(await sharedChromium(), demo, { viewport: { width: 390, height: 844 } })
    visit.context.on('console', (message) => {
      if (/Content Security Policy|Trusted Type/i.test(message.text())) violations.push(message.text())
    })
    // What the page answers keys by, which headless Chromium has none of.
    await visit.context.addInitScript(() => {
      const keys: Record<string, MediaSessionActionHandler | null> = {}
      Object.assign(globalThis, { keys })
      navigator.mediaSession.setActionHandler = (action, handler) => void (keys[action] = handler)
    })
    await visit.context.addInitScript(playSlowly)
    page = await visit.open('#/library')
    page.on('pageerror', (error) => violations.push(String(error)))
  })
  afterAll(async () => {
    await visit?.close()
    await demo?.close()
  })

  const press = (action: MediaSessionAction, seekTime?: number) =>
    page.evaluate(
      ([key, to]) => {
        const { keys } = globalThis as unknown as { keys: Record<string, MediaSessionActionHandler> }
        keys[key]!({ action: key, ...(to === undefined ? {} : { seekTime: to }) })
      },
      [action, seekTime] as const,
    )

  it('begins in the library', async () => {
    await choose(page, byVerse, byChapter)
  })

  it('goes over the network where nothing is kept, and the player says so; media keys rule it', async () => {
    await open(page, demo.url)
    await page.getByTestId('play-chapter').click()
    await page.locator('[data-played][data-verse="112:1"]').waitFor()
    await expect.poll(() => page.getByTestId('player-from').innerText(), patience).toBe('Streaming')
    await player(page).getByRole('button', { name: 'Pause' }).waitFor()
    await press('nexttrack')
    await page.locator('[data-played][data-verse="112:2"]').waitFor()
    await player(page).getByRole('button', { name: 'Pause' }).waitFor()
    await press('pause')
    await player(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
    await press('previoustrack')
    await page.locator('[data-played][data-verse="112:1"]').waitFor()
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.artist)).not.toBe('')
    await press('stop')
    await expect.poll(() => player(page).count(), patience).toBe(0)
  })

  it('is asked for in parts where the browser does that', async () => {
    const inParts = page.waitForResponse(
      (response) => response.url().includes('/recordings/') && response.status() === 206,
    )
    await page.getByTestId('play-chapter').click()
    expect((await (await inParts).request().allHeaders())['range']).toMatch(/^bytes=\d+-/)
    await press('stop')
  })

  /** What the reader sees where the host does this to all files, and after it does no more: the rest comes when asked again. */
  it.each<[string, Parameters<RunningDemo['sandbox']['fault']>[0]['effect'], RegExp]>([
    ['has no such files', { status: 404 }, /did not send the recording/],
    ['refuses', { status: 403 }, /did not send the recording/],
    ['fails', { status: 503 }, /did not send the recording/],
    ['is out of reach', { networkError: true }, /did not send the recording/],
    ['breaks off', { cutBody: { afterBytes: 400 } }, /did not send the recording/],
    ['sends the page of a portal', { html: true }, /something that is not audio/],
    ['sends another type', { headers: { 'content-type': 'text/plain' } }, /something that is not audio/],
    ['has no CORS', { headers: { 'access-control-allow-origin': null } }, /did not send the recording/],
    [
      'sends people elsewhere',
      { status: 302, headers: { location: '/elsewhere.mp3' } },
      /did not send the recording/,
    ],
    ['asks to wait', { status: 429, headers: { 'retry-after': '3600' } }, /did not send the recording/],
    ['refuses the part that is asked for', { status: 416 }, /did not send the recording/],
  ])('of a host that %s says what is wrong, and goes on', async (_, effect, words) => {
    demo.sandbox.fault({ match: { path: 'recording' }, times: null, effect })
    await keepButton(page).click()
    await isKept(page, 'missing')
    await expect.poll(() => keptChapter(page).innerText(), patience).toMatch(words)
    expect(await filesKept(page)).toBe(0)
    demo.sandbox.clearFaults()
    await page.getByTestId('keep-again').click()
    await isKept(page, 'kept')
    // The basmala and four verses.
    expect(await filesKept(page)).toBe(5)
    await page.getByTestId('drop-chapter').click()
    await keepButton(page).waitFor()
    expect(await filesKept(page)).toBe(0)
  })

  it('of a host that never ends can be stopped', async () => {
    demo.sandbox.fault({
      match: { path: 'recording' },
      times: null,
      effect: { endless: true, slowBody: { bytes: 400, everyMs: 20 } },
    })
    await keepButton(page).click()
    await isKept(page, 'coming')
    await page.getByTestId('drop-chapter').click()
    await keepButton(page).waitFor()
    demo.sandbox.clearFaults()
    expect(await filesKept(page)).toBe(0)
  })

  it('to a chapter in one file marks verses and words, too, and steps by verse', async () => {
    await keepButton(page).click()
    await isKept(page, 'kept')
    await page.getByTestId('play-chapter').click()
    await page.getByLabel('Reciter').selectOption(byChapter)
    await page.locator('.spoken').first().waitFor()
    await press('pause')
    await player(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
    await press('seekto', 0)
    await page.locator('[data-played][data-verse="112:1"]').waitFor()
    await player(page).getByRole('button', { name: 'Next verse' }).click()
    await page.locator('[data-played][data-verse="112:2"]').waitFor()
    await press('play')
    await page.locator('[data-played][data-verse="112:2"] .spoken').waitFor()
    await keepButton(page).click()
    await isKept(page, 'kept')
    expect(await filesKept(page)).toBe(6)
    await press('stop')
  })

  it('is seen on the storage page by reciter, and removed there; the reciter stays', async () => {
    await toStorage(page, demo)
    const [one, other] = [byVerse, byChapter].map((key) => storedRecordings(page, key)) as [Locator, Locator]
    await expect.poll(() => one.innerText(), patience).toMatch(/Recordings: 5 of 5 · \d+ kB/)
    await expect.poll(() => other.innerText(), patience).toMatch(/Recordings: 1 of 1 · \d+ kB/)
    const total = () => page.getByTestId('recordings-total').innerText()
    const before = parseInt(await total(), 10)
    await one.getByRole('button', { name: /^Remove Recordings of / }).click()
    await expect.poll(() => one.count(), patience).toBe(0)
    expect(await filesKept(page)).toBe(1)
    expect(parseInt(await total(), 10)).toBeLessThan(before)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id), patience)
      .toBe('recordings-title')
    await expect.poll(() => page.getByText(/^Removed: Recordings of /).count(), patience).toBe(1)
    await other.getByRole('button').click()
    await page.getByText('No audio downloaded yet').waitFor()
    expect(await filesKept(page)).toBe(0)
    await page.getByTestId(`stored-${byVerse}`).waitFor()
    await open(page, demo.url)
    await keepButton(page).click()
    await isKept(page, 'kept')
  })

  it('to a reciter who was withdrawn ends, and all files are gone', async () => {
    demo.sandbox.hide(byVerse, 'withdrawn')
    demo.sandbox.hide(byChapter, 'withdrawn')
    await syncNow(page)
    await expect.poll(() => page.getByTestId('play-chapter').count(), patience).toBe(0)
    await expect.poll(() => filesKept(page), patience).toBe(0)
    await goTo(page, 'library')
    await page.getByTestId(`resource-${byVerse}`).waitFor()
    expect(violations).toEqual([])
  })
})

describe.each([
  ['phone', { width: 390, height: 844 }, 'light', 'en-US'],
  ['phone', { width: 390, height: 844 }, 'dark', 'ar'],
  ['desk', { width: 1280, height: 800 }, 'dark', 'en-US'],
  ['desk', { width: 1280, height: 800 }, 'light', 'ar'],
] as const)('the player on a %s', (device, viewport, colorScheme, locale) => {
  it(`${colorScheme}, in ${locale}, can be used by all`, async () => {
    const demo = await startDemo({ content })
    const visit = await ReaderVisit.begin(await sharedChromium(), demo, { viewport, colorScheme, locale })
    try {
      const page = await visit.open('#/library')
      await choose(page, byVerse)
      await open(page, demo.url)
      const album = new Album(`listening-${device}-${colorScheme}-${locale}`)
      await album.picture(page, 'asked')
      await keepButton(page).click()
      await isKept(page, 'kept')
      await page.getByTestId('play-chapter').click()
      await page.locator('.spoken').first().waitFor()
      await album.picture(page, 'playing')
      expect(await axeViolations(page)).toEqual([])
      await goTo(page, 'library')
      await page.getByTestId(`recordings-${byVerse}`).scrollIntoViewIfNeeded()
      await album.picture(page, 'library')
      await toStorage(page, demo)
      await storedRecordings(page, byVerse).evaluate((row) => row.scrollIntoView({ block: 'center' }))
      await album.picture(page, 'storage')
      expect(await axeViolations(page)).toEqual([])
      await storedRecordings(page, byVerse).getByRole('button').click()
      await expect.poll(() => storedRecordings(page, byVerse).count(), patience).toBe(0)
      await album.picture(page, 'storage-without')
    } finally {
      await visit.close()
      await demo.close()
    }
  })
})
