import { expect } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { waitFor } from '../lifecycle/wait-for.ts'
import { ask } from './ask.ts'
import type { BrowserTab } from './drivers/driver.ts'
import { askForSync, press, reads, testId, type } from './hands.ts'
import type { Stage } from './stage.ts'

/** The main path through the built reader, by its own links and fields: choose, read, lose the network, search, Arabic. */

const translation = 'translations:20'
/** A chapter without footnotes in its first verse, and a word that occurs in no other verse. */
const chapter = 105
const firstVerse = `${chapter}:1`
const word = 'elephant'
const verseText = `${testId(`verse-${firstVerse}`)} [data-resource="${translation}"]`

/** The text in the service, not as shown by the page or the engine. */
function publishedText(demo: RunningDemo): string {
  const row = demo.sandbox.snapshotRows(translation)!.find((each) => each['verse_key'] === firstVerse)
  return String(row!['text'])
}

interface Heard {
  /** Violations of the page's own content security policy. */
  readonly forbidden: readonly string[]
  /** Uncaught errors. */
  readonly errors: readonly string[]
}

/** Records problems from now on, in this document. */
async function listen(tab: BrowserTab): Promise<void> {
  await ask(tab, () => {
    const forbidden: string[] = []
    const errors: string[] = []
    Object.assign(window, { heard: { forbidden, errors } })
    addEventListener('error', ({ message }) => errors.push(message))
    addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
    document.addEventListener('securitypolicyviolation', ({ violatedDirective: rule, blockedURI }) =>
      forbidden.push(`${rule}: ${blockedURI}`),
    )
  })
}

/** Returns the uncaught errors, for the finding. Fails if the page did anything that its policy forbids. */
async function errorsHeard(tab: BrowserTab): Promise<readonly string[]> {
  const { forbidden, errors } = await ask(tab, () => (window as unknown as { readonly heard: Heard }).heard)
  expect(forbidden).toEqual([])
  return errors
}

async function download(tab: BrowserTab): Promise<void> {
  await press(tab, testId('nav-library'))
  await press(tab, `${testId(`toggle-${translation}`)}:not(:checked)`)
  await reads(tab, `${testId(`progress-${translation}`)}[data-phase="done"]`)
  await reads(tab, `${testId('sync-state')}[data-state="current"]`)
}

async function openChapter(tab: BrowserTab): Promise<void> {
  await press(tab, testId('nav-read'))
  await press(tab, testId(`chapter-link-${chapter}`))
}

/**
 * Disconnects the network. The application shell is on the device by then. Returns a note if the network is not disconnected
 * by the browser.
 */
async function loseNetwork(stage: Stage, { demo, tab }: { demo: RunningDemo; tab: BrowserTab }) {
  await waitFor(
    () => ask(tab, () => navigator.serviceWorker.controller?.state),
    (state) => state === 'activated',
    'the service worker',
  )
  await demo.stopServices()
  await demo.stopReader()
  const { browser } = stage
  if (!browser.setOffline) return 'the driver cannot take the network away: every server was stopped'
  await browser.setOffline(true)
  stage.later(() => browser.setOffline!(false))
  return undefined
}

async function search(tab: BrowserTab): Promise<void> {
  await press(tab, testId('nav-search'))
  await type(tab, 'input[type="search"]', word)
  const hit = testId(`hit-${firstVerse}`)
  await reads(tab, `${hit} mark`, (text) => text.toLowerCase() === word)
  await waitFor(
    () => ask(tab, () => document.querySelectorAll('[data-testid^="hit-"]').length),
    (hits) => hits === 1,
    'the one verse with the word',
  )
  await press(tab, hit)
  await waitFor(
    () => ask(tab, () => location.hash),
    (hash) => hash === `#/chapter/${chapter}/1`,
    'the address of the verse that was found',
  )
}

interface Interface {
  readonly lang: string
  readonly dir: string
  /** Directions of the page and of the translation in it, as the browser lays them out. */
  readonly laidOut: readonly [page: string, translation: string]
}

function interfaceOf(tab: BrowserTab): Promise<Interface> {
  return ask(
    tab,
    (where) => {
      const { lang, dir } = document.documentElement
      const directionOf = (element: Element) => getComputedStyle(element).direction
      return { lang, dir, laidOut: [directionOf(document.body), directionOf(document.querySelector(where)!)] }
    },
    verseText,
  )
}

async function chooseLanguage(tab: BrowserTab, language: 'ar' | 'en'): Promise<void> {
  await press(tab, testId('nav-settings'))
  await press(tab, `input[type="radio"][value="${language}"]`)
}

export function journeyTests(stage: Stage): void {
  stage.test('the built reader: choose, download, read, reload offline, search, and in Arabic', async () => {
    const demo = await startDemo({ content: 'small' })
    stage.later(() => demo.close())
    const tab = await stage.browser.open(demo.url)
    stage.later(() => tab.close())
    await listen(tab)
    const published = publishedText(demo)

    await download(tab)
    await openChapter(tab)
    await reads(tab, verseText, (text) => text === published)
    const errors = await errorsHeard(tab)

    const network = await loseNetwork(stage, { demo, tab })
    await tab.reload()
    // Content that was just synced is shown without a request to the service.
    await askForSync(tab)
    await reads(tab, `${testId('sync-state')}[data-state="offline"]`)
    await listen(tab)
    await reads(tab, verseText, (text) => text === published)
    await search(tab)
    await reads(tab, verseText, (text) => text === published)

    await chooseLanguage(tab, 'ar')
    await reads(tab, testId('nav-read'), (name) => /^[\u0600-\u06ff\s]+$/.test(name))
    await openChapter(tab)
    await reads(tab, verseText, (text) => text === published)
    expect(await interfaceOf(tab)).toEqual({ lang: 'ar', dir: 'rtl', laidOut: ['rtl', 'ltr'] })
    const offlineErrors = await errorsHeard(tab)
    // The language was stored, and the page starts with it.
    await tab.reload()
    await reads(tab, verseText, (text) => text === published)
    expect(await interfaceOf(tab)).toEqual({ lang: 'ar', dir: 'rtl', laidOut: ['rtl', 'ltr'] })
    const reported = [
      ...(network ? [network] : []),
      ...[...errors, ...offlineErrors].map((error) => `the page heard: ${error}`),
    ]
    return { status: 'ran, passed', detail: reported.join('; ') || undefined }
  })
}
