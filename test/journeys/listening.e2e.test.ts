import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { OwnBrowser } from '../lifecycle/own-browser.ts'
import { Album } from './album.ts'
import { violations as axeViolations } from './axe.ts'
import { goTo, isCurrent, keep, ReaderVisit, shellIsKept, syncNow } from './reader-visit.ts'

/** A reader keeps the recitation of a chapter, and listens to it without a network. */

const content = {
  chapters: [1, 112],
  resources: 'quran_core:1;translations:20;mushafs:1;recitations:1,7;chapter_recitations:1,7',
} as const
const byVerse = 'recitations:7'
const byChapter = 'chapter_recitations:7'
/** A recording of each chapter, which does not tell when its verses are heard. */
const untimed = 'chapter_recitations:1'

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
    await expect.poll(() => progress.getAttribute('aria-valuenow')).toMatch(/^(40|60|80)$/)
    await expect.poll(() => keptChapter(page).innerText()).toMatch(/[234] of 5 · \d+ kB/)
    await album.picture(page, 'keeping')
    const { profile } = browser
    await browser.kill()
    demo.sandbox.clearRequests()
    browser = await OwnBrowser.start(profile)
    const again = await browser.context.newPage()
    await open(again, demo.url)
    await isKept(again, 'kept')
    await expect.poll(() => keptChapter(again).innerText()).toMatch(/Audio downloaded · \d+ kB/)
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
    await expect.poll(() => page.getByTestId('player-from').innerText()).toBe('Streaming')
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
    await expect.poll(() => player(page).count()).toBe(0)
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
    await expect.poll(() => keptChapter(page).innerText()).toMatch(words)
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
    await page.getByTestId('player-options').click()
    await page.getByLabel('Reciter').selectOption(byChapter)
    await page.keyboard.press('Escape')
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

  it('to a verse of a recording without times begins with the chapter, and the player says so', async () => {
    await goTo(page, 'library')
    await page.getByTestId(`toggle-${untimed}`).check()
    await isCurrent(page)
    await open(page, demo.url)
    const playFrom = (verse: number) =>
      page.getByTestId(`verse-112:${verse}`).locator('[data-tool="play"]').click()
    const problem = page.getByTestId('player-problem')
    await playFrom(3)
    await page.getByTestId('player-options').click()
    await page.getByLabel('Reciter').selectOption(untimed)
    await page.keyboard.press('Escape')
    await playFrom(3)
    await expect.poll(() => player(page).getByRole('status').innerText()).toMatch(/verse 3 begins/)
    await player(page).getByRole('button', { name: 'Pause' }).waitFor()
    await playFrom(1)
    await player(page).getByRole('button', { name: 'Pause' }).waitFor()
    expect(await problem.count()).toBe(0)
    await page.getByTestId('player-options').click()
    // Neither a verse nor a range can be repeated or followed where nothing says when they are heard.
    await page.getByText('This recording does not say when its verses begin.').waitFor()
    expect(await page.getByTestId('player-sheet').getByLabel('This verse', { exact: true }).count()).toBe(0)
    expect(await page.getByTestId('player-sheet').getByLabel('Scroll along').count()).toBe(0)
    await page.getByLabel('Reciter').selectOption(byChapter)
    await page.keyboard.press('Escape')
    await press('stop')
    await goTo(page, 'library')
    await page.getByTestId(`toggle-${untimed}`).uncheck()
  })

  it('is seen on the storage page by reciter, and removed there; the reciter stays', async () => {
    await toStorage(page, demo)
    const [one, other] = [byVerse, byChapter].map((key) => storedRecordings(page, key)) as [Locator, Locator]
    await expect.poll(() => one.innerText()).toMatch(/Recordings: 5 of 5 · \d+ kB/)
    await expect.poll(() => other.innerText()).toMatch(/Recordings: 1 of 1 · \d+ kB/)
    const total = () => page.getByTestId('recordings-total').innerText()
    const before = parseInt(await total(), 10)
    await one.getByRole('button', { name: /^Remove Recordings of / }).click()
    await expect.poll(() => one.count()).toBe(0)
    expect(await filesKept(page)).toBe(1)
    expect(parseInt(await total(), 10)).toBeLessThan(before)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('recordings-title')
    await expect.poll(() => page.getByText(/^Removed: Recordings of /).count()).toBe(1)
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
    await expect.poll(() => page.getByTestId('play-chapter').count()).toBe(0)
    await expect.poll(() => filesKept(page)).toBe(0)
    await goTo(page, 'library')
    await page.getByTestId(`resource-${byVerse}`).waitFor()
    expect(violations).toEqual([])
  })
})

interface Played {
  readonly file: string
  readonly rate: number
  readonly isPitchKept: boolean
}

/** Notes each recording that begins, at which speed, and where the lock screen is told to be. */
function notePlayed(): void {
  const noted: { played: Played[]; sound: HTMLAudioElement | null; rate: number | undefined } = {
    played: [],
    sound: null,
    rate: undefined,
  }
  Object.assign(globalThis, { noted })
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function (this: HTMLAudioElement) {
    noted.sound = this
    const file = this.src.split('/').at(-1)!
    noted.played.push({ file, rate: this.playbackRate, isPitchKept: this.preservesPitch })
    return play.call(this)
  }
  navigator.mediaSession.setPositionState = (state) => void (noted.rate = state?.playbackRate)
}

interface Noted {
  readonly played: readonly Played[]
  /** Of the element that is heard. */
  readonly rate: number | undefined
  readonly isPaused: boolean | undefined
  /** What the lock screen is told. */
  readonly reported: number | undefined
}

describe('the options of the player', () => {
  let demo: RunningDemo
  let visit: ReaderVisit
  let page: Page

  beforeAll(async () => {
    demo = await startDemo({ content: { ...content, chapters: [1, 112, 113] } })
    visit = await ReaderVisit.begin(await sharedChromium(), demo, { viewport: { width: 390, height: 844 } })
    await visit.context.addInitScript(notePlayed)
    page = await visit.open('#/library')
  })
  afterAll(async () => {
    await visit?.close()
    await demo?.close()
  })

  const noted = (): Promise<Noted> =>
    page.evaluate(() => {
      const { noted } = globalThis as unknown as {
        noted: { played: Played[]; sound: HTMLAudioElement | null; rate: number | undefined }
      }
      const { played, sound, rate: reported } = noted
      return { played, reported, rate: sound?.playbackRate, isPaused: sound?.paused }
    })
  const files = async () => (await noted()).played.map(({ file }) => file.slice(0, 6))
  const sheet = () => page.getByTestId('player-sheet')
  const seekBar = () => sheet().getByLabel('Seek')
  const openSheet = async () => {
    await page.getByTestId('player-options').click()
    await sheet().waitFor()
  }
  const closeSheet = async () => {
    await page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
  }
  const pick = (group: string, option: string) =>
    sheet().getByRole('group', { name: group, exact: true }).getByLabel(option, { exact: true }).check()
  /** Plays from a verse of chapter 112, from a page without a past. */
  const listenFrom = async (verse: number) => {
    await page.goto('about:blank')
    await open(page, demo.url)
    await playFrom(verse)
    await player(page).getByRole('button', { name: 'Pause' }).waitFor()
  }

  const playFrom = (verse: number) =>
    page.getByTestId(`verse-112:${verse}`).locator('[data-tool="play"]').click()
  /** The player at the end of the chapter, its sheet open: no verse is over before an option is chosen. */
  const openSheetAtRest = async () => {
    await page.goto('about:blank')
    await open(page, demo.url)
    await playFrom(4)
    await expect.poll(files).toEqual(['112004'])
    await expect.poll(async () => (await noted()).isPaused).toBe(true)
    await openSheet()
  }

  it('wait for recitations', async () => {
    await choose(page, byVerse, byChapter)
  })

  it('open with the keyboard, and Escape gives the focus back', async () => {
    await listenFrom(1)
    await page.getByTestId('player-options').focus()
    await page.keyboard.press('Enter')
    await sheet().waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null))
      .toBe(true)
    await closeSheet()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('player-options')
  })

  it('close with Back, and the chapter stays; closed otherwise, they leave nothing behind for Back', async () => {
    await listenFrom(1)
    await openSheet()
    await page.goBack()
    await sheet().waitFor({ state: 'detached' })
    await player(page).waitFor()
    expect(page.url()).toContain('#/chapter/112')
    await openSheet()
    await closeSheet()
    await page.goBack()
    expect(page.url()).toBe('about:blank')
    await listenFrom(1)
  })

  it('leave nothing behind for Back where the page is reloaded, or a key stops the player', async () => {
    const hasEntry = () => page.evaluate(() => Boolean(history.state?.player))
    await listenFrom(1)
    await openSheet()
    await page.reload()
    await page.getByTestId('verse-112:4').waitFor()
    await expect.poll(hasEntry).toBe(false)
    await page.goBack()
    expect(page.url()).toBe('about:blank')
    await page.addInitScript(() => {
      navigator.mediaSession.setActionHandler = (action, handler) => {
        if (action === 'stop') Object.assign(globalThis, { stop: handler })
      }
    })
    await listenFrom(1)
    await openSheet()
    await page.evaluate(() => (globalThis as unknown as { stop: () => void }).stop())
    await player(page).waitFor({ state: 'detached' })
    await expect.poll(hasEntry).toBe(false)
    await page.goForward()
    await expect.poll(hasEntry).toBe(false)
    await page.goBack()
    expect(page.url()).toBe('about:blank')
    await listenFrom(1)
  })

  it('have targets that a finger meets, in one row and in the sheet', async () => {
    const sizes = (within: Locator) =>
      within.locator('button, input, select').evaluateAll((all) =>
        all.flatMap((each) => {
          const target = each.closest('label') ?? each
          const { width, height } = target.getBoundingClientRect()
          return width < 44 || height < 44 ? [`${each.outerHTML.slice(0, 80)} ${width} ${height}`] : []
        }),
      )
    expect(await sizes(player(page))).toEqual([])
    const row = await page.locator('.player-row').boundingBox()
    expect(row?.height).toBe(56)
    await openSheet()
    expect(await sizes(sheet())).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('set the speed of what is heard now, and of what comes after, and after a reload', async () => {
    await listenFrom(1)
    await openSheet()
    await pick('Speed', '0.5×')
    await expect.poll(async () => (await noted()).rate).toBe(0.5)
    await expect.poll(async () => (await noted()).reported).toBe(0.5)
    await closeSheet()
    const before = (await noted()).played.length
    await player(page).getByRole('button', { name: 'Next verse' }).click()
    await expect
      .poll(async () => (await noted()).played[before])
      .toMatchObject({ rate: 0.5, isPitchKept: true })
    await listenFrom(2)
    await expect
      .poll(async () => (await noted()).played.at(0))
      .toMatchObject({ file: '112002.mp3', rate: 0.5 })
  })

  it('play a verse again as often as is chosen, and then the next', async () => {
    await openSheetAtRest()
    await pick('Repeat', 'This verse')
    await pick('How often it plays', '2×')
    await closeSheet()
    await playFrom(2)
    await expect.poll(async () => (await files()).slice(1, 4)).toEqual(['112002', '112002', '112003'])
  })

  it('play a verse of a recording of the whole chapter again, from where it begins', async () => {
    await openSheetAtRest()
    await page.getByLabel('Reciter').selectOption(byChapter)
    await pick('Repeat', 'This verse')
    await closeSheet()
    await playFrom(2)
    await page.locator('[data-played][data-verse="112:2"]').waitFor()
    const heard = await noteHeard(page)
    const position = () => seekBar().inputValue().then(Number)
    await openSheet()
    const seen: number[] = []
    // It goes back once it has been at its end.
    await expect.poll(async () => seen.push(await position()) > 1 && seen.at(-1)! < seen.at(-2)!).toBe(true)
    expect(new Set((await heard()).verses)).toEqual(new Set(['112:2']))
    await page.getByLabel('Reciter').selectOption(byVerse)
    await closeSheet()
  })

  it('play the verses again that are chosen on the page', async () => {
    await openSheetAtRest()
    await pick('Speed', '2×')
    // The times are chosen before the range, which begins at once.
    await pick('Repeat', 'This verse')
    await pick('How often it plays', '2×')
    await closeSheet()
    for (const verse of [2, 3])
      await page.getByTestId(`verse-112:${verse}`).getByTestId('verse-number').click()
    await openSheet()
    await pick('Repeat', 'Verses 2–3')
    await closeSheet()
    const range = ['112002', '112003', '112002', '112003']
    await expect.poll(async () => (await files()).slice(1)).toEqual(range)
    // A range pauses at its end.
    await player(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
    expect((await files()).slice(1)).toEqual(range)
  })

  it('go on with the next chapter if that is wanted', async () => {
    await openSheetAtRest()
    await sheet().getByLabel('Continue with the next chapter').check()
    await closeSheet()
    await playFrom(3)
    await expect
      .poll(async () => (await files()).slice(1, 5))
      .toEqual(['112003', '112004', '001001', '113001'])
    await expect.poll(() => page.locator('.player-title').innerText()).toMatch(/Al-Falaq/)
    // The page, which showed what was heard, turns with it.
    await expect.poll(() => new URL(page.url()).hash).toBe('#/chapter/113')
    await page.goBack()
    expect(new URL(page.url()).hash).toBe('#/chapter/112')
  })

  it('pause when the sleep timer is over, and the place stays', async () => {
    await page.clock.install()
    await listenFrom(1)
    await openSheet()
    await pick('Repeat', 'Chapter')
    await pick('Sleep timer', '5 min')
    await expect.poll(() => page.getByTestId('sleep-left').innerText()).toMatch(/^Pauses in [45]:\d\d$/)
    await pick('Sleep timer', 'Off')
    await expect.poll(() => page.getByTestId('sleep-left').count()).toBe(0)
    await pick('Sleep timer', '15 min')
    await page.clock.runFor(10 * 60_000)
    await expect.poll(() => page.getByTestId('sleep-left').innerText()).toMatch(/^Pauses in [45]:\d\d$/)
    await expect.poll(async () => (await noted()).isPaused).toBe(false)
    await page.clock.runFor(5 * 60_000)
    await expect.poll(async () => (await noted()).isPaused).toBe(true)
    await closeSheet()
    const play = player(page).getByRole('button', { name: 'Play', exact: true })
    await play.waitFor()
    const before = await files()
    await play.click()
    await player(page).getByRole('button', { name: 'Pause' }).waitFor()
    // The same recording, which was not opened again.
    await expect.poll(async () => (await files()).at(before.length)).toBe(before.at(-1))
  })
})

describe('time', () => {
  it('runs from left to right in Arabic, too', async () => {
    const demo = await startDemo({ content })
    const visit = await ReaderVisit.begin(await sharedChromium(), demo, { locale: 'ar' })
    try {
      const page = await visit.open('#/library')
      await choose(page, byVerse)
      await open(page, demo.url)
      await page.getByTestId('play-chapter').click()
      const duration = page.getByTestId('seek').locator('.seek-time').last()
      await expect.poll(() => duration.innerText()).toMatch(/^٠:٠[٠-٩]$/)
      const lefts = await page
        .getByTestId('seek')
        .locator('> *')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left))
      expect(lefts).toEqual([...lefts].sort((a, b) => a - b))
      expect(await page.getByRole('slider').evaluate((bar) => getComputedStyle(bar).direction)).toBe('ltr')
    } finally {
      await visit.close()
      await demo.close()
    }
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
      await page.getByTestId('player-options').click()
      await page.getByTestId('player-sheet').locator('input[value="verse"]').check()
      await album.picture(page, 'options')
      expect(await axeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await goTo(page, 'library')
      await page.getByTestId(`recordings-${byVerse}`).scrollIntoViewIfNeeded()
      await album.picture(page, 'library')
      await toStorage(page, demo)
      await storedRecordings(page, byVerse).evaluate((row) => row.scrollIntoView({ block: 'center' }))
      await album.picture(page, 'storage')
      expect(await axeViolations(page)).toEqual([])
      await storedRecordings(page, byVerse).getByRole('button').click()
      await expect.poll(() => storedRecordings(page, byVerse).count()).toBe(0)
      await album.picture(page, 'storage-without')
    } finally {
      await visit.close()
      await demo.close()
    }
  })
})
