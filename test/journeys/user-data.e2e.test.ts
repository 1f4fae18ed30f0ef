import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUserClient, directConnection } from 'waraq/client'
import { userRootsBelow } from '@waraq/protocol/user'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { chromiumLaunch } from '../scripts/browsers.mjs'
import { Album } from './album.ts'
import { violations } from './axe.ts'
import { changeLook, looks, sizes } from './looks.ts'
import { hangMs } from '../lifecycle/wait-for.ts'
import { isCurrent, keep, shellIsKept } from './reader-visit.ts'

/**
 * What a person keeps of their own, as they go about it in the built demo: on the device first, with every server stopped and
 * the browser killed in the middle, then at their account and on a second device. The steps build on each other and run in
 * order.
 */

let demo: RunningDemo
const profiles: string[] = []
let first: BrowserContext
let second: BrowserContext
let page: Page
const complaints: string[] = []
const album = new Album('user')

async function device(profile?: string): Promise<BrowserContext> {
  const folder = profile ?? mkdtempSync(join(tmpdir(), 'waraq-user-'))
  if (profile === undefined) profiles.push(folder)
  const context = await chromium.launchPersistentContext(folder, {
    ...chromiumLaunch(),
    headless: true,
    viewport: sizes.desk,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(hangMs)
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) complaints.push(message.text())
  })
  return context
}

/** Ends the browser as a power cut does: nothing in it hears of it. */
async function kill(context: BrowserContext): Promise<void> {
  const cdp = await context.newCDPSession(context.pages()[0]!)
  const closed = new Promise((resolve) => context.once('close', resolve))
  await cdp.send('Browser.crash' as never).catch(() => undefined)
  await closed
}

async function open(context: BrowserContext, hash: string): Promise<Page> {
  const opened = context.pages()[0] ?? (await context.newPage())
  await opened.goto(`${demo.url}${hash}`)
  return opened
}

/** The service, as another device of the same person. */
const service = (user: string) =>
  createUserClient({
    connection: directConnection({
      root: userRootsBelow(new URL(demo.admin).origin),
      tokens: { get: () => demo.sandbox.userToken({ user }) },
    }),
  })

const favorite = (verse: string) => page.getByTestId(`star-${verse}`)
const said = () => page.getByTestId('said').textContent()
const standing = (of: Page) => of.getByTestId('account').getAttribute('data-standing')
const waiting = (of: Page) => of.getByTestId('waiting').getAttribute('data-count')

/** Presses the button that delivers, which goes away with what it delivers. */
async function deliverNow(of: Page): Promise<void> {
  const deliver = of.getByTestId('deliver-now')
  if (await deliver.isVisible()) await deliver.click({ timeout: 1_000 }).catch(() => undefined)
}

async function openVerse(of: Page, verse: string): Promise<void> {
  const [chapter] = verse.split(':')
  await of.goto(`${demo.url}#/chapter/${chapter}`)
  await of.getByTestId(`verse-${verse}`).getByTestId('verse-actions').click()
  await of.getByTestId('panel-star').waitFor()
}

async function writeNote(of: Page, text: string): Promise<void> {
  await of.locator('.verse-panel input[value="notes"]').check()
  await of.locator('.new-note').getByTestId('note-text').fill(text)
  await of.getByTestId('note-save').click()
  await of.locator('.note-body').getByText(text).waitFor()
}

async function signIn(of: Page, name: string): Promise<void> {
  await of.goto(`${demo.url}#/account`)
  await of.getByTestId('sign-in').click()
  await of.getByRole('button', { name }).click()
  await of.waitForURL(`${demo.url}#/account`)
}

const choose = (of: Page, label: string) => of.locator('label').filter({ hasText: label }).click()
/** What the choices of a person make of a page. */
const looksOf = (of: Page) =>
  of.evaluate(() => {
    const { dataset, style } = document.documentElement
    const share = (name: string) => style.getPropertyValue(`--${name}-scale`)
    return { theme: dataset['theme'], arabic: share('arabic'), translation: share('translation') }
  })
/** How `of` looks. Asked again, since a write rests for a moment before it is sent; and one that failed waits for the network. */
const inTurn = { interval: 3_000 }
const onceBack =
  (of: Page, ...pages: readonly Page[]) =>
  async () => {
    for (const each of pages) await each.evaluate(() => dispatchEvent(new Event('online')))
    return looksOf(of)
  }
const writesOfChoices = () =>
  demo.sandbox.requests.filter(({ path, method }) => method === 'PUT' && path.includes('/app-state/'))

/** What the device has stored of this text, in any database. */
async function stored(of: Page, text: string): Promise<boolean> {
  return of.evaluate(async (wanted) => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error!)
      })
    for (const { name } of await indexedDB.databases()) {
      if (!/^waraq-(?:user|app-state)/.test(name!)) continue
      const db = await asked(indexedDB.open(name!))
      for (const store of db.objectStoreNames) {
        const all = await asked(db.transaction(store).objectStore(store).getAll())
        if (JSON.stringify(all).includes(wanted)) return (db.close(), true)
      }
      db.close()
    }
    return false
  }, text)
}

/** Takes a picture of the screen in each size, language and theme, and tells what is wrong with it. */
async function look(name: string, shows: string, reopen?: () => Promise<void>): Promise<string[]> {
  const outside = await first.newPage()
  await outside.goto(`${demo.url}icon.svg`)
  await page.bringToFront()
  const found: string[] = []
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await reopen?.()
    for (const each of looks.filter(({ theme }) => theme !== 'sepia')) {
      await changeLook(page, outside, each)
      await page.locator(shows).first().waitFor()
      const where = `${name}-${size}-${each.language}-${each.theme}`
      await album.picture(page, where)
      found.push(...(await violations(page)).map((wrong) => `${where}: ${wrong}`))
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wider > 0) found.push(`${where}: ${wider} pixels wider than the window`)
    }
  }
  await changeLook(page, outside, looks[0]!)
  await page.setViewportSize(sizes.desk)
  await outside.close()
  return found
}

// Each step stands on those before it, so nothing is learnt by waiting for the rest after a failed one.
let failed: string | null = null
beforeEach(({ skip }) => skip(failed !== null, `"${failed}" failed`))
afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed ??= task.name
})

beforeAll(async () => {
  demo = await startDemo({ content: { chapters: [1, 2, 112, 113, 114] } })
  first = await device()
})

afterAll(async () => {
  await first?.close()
  await second?.close()
  await demo?.close()
  for (const profile of profiles) rmSync(profile, { recursive: true, force: true })
  expect(complaints).toEqual([])
})

it('a reader keeps the text, and the reader itself', async () => {
  page = await open(first, '#/library')
  await page.getByTestId('resource-quran_core:1').waitFor()
  await keep(page)
  await page.getByTestId('toggle-translations:131').check()
  await isCurrent(page)
  await shellIsKept(page)
})

describe('without an account', () => {
  it('a favorite is there at once, after two quick taps it is as it was, and it survives the browser', async () => {
    await page.goto(`${demo.url}#/chapter/112`)
    await favorite('112:1').click()
    await expect.poll(() => favorite('112:1').getAttribute('aria-pressed')).toBe('true')
    await favorite('112:2').dblclick()
    await favorite('112:3').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => favorite('112:3').getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => stored(page, 'member|favorites|ayah|112|3')).toBe(true)
    await page.reload()
    await expect.poll(() => favorite('112:3').getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => favorite('112:2').getAttribute('aria-pressed')).toBe('false')
  })

  it('a favorite is kept even if the page ends before it is written', async () => {
    await page.goto(`${demo.url}#/chapter/112`)
    const isOn = () => favorite('112:4').getAttribute('aria-pressed')
    await expect.poll(isOn).toBe('false')
    // The page's own write waits for this transaction, which ends only with the page.
    await page.evaluate(async () => {
      const opening = indexedDB.open('waraq-user:device')
      await new Promise((resolve) => (opening.onsuccess = resolve))
      const held = opening.result.transaction('pending', 'readwrite').objectStore('pending')
      const again = () => void (held.count().onsuccess = again)
      again()
    })
    await favorite('112:4').click()
    expect(await isOn()).toBe('true')
    await page.reload()
    await expect.poll(isOn).toBe('true')
    await expect.poll(() => stored(page, 'member|favorites|ayah|112|4')).toBe(true)
    expect(await page.evaluate(() => localStorage.getItem('waraq-user:intents'))).toBeNull()
    // Once: what was taken back stays so.
    await favorite('112:4').click()
    await expect.poll(() => stored(page, 'member|favorites|ayah|112|4')).toBe(false)
    await page.reload()
    await favorite('112:1').waitFor()
    await expect.poll(() => favorite('112:1').getAttribute('aria-pressed')).toBe('true')
    expect(await isOn()).toBe('false')
  })

  it('a collection and a note are kept, and the page says that it is on this device only', async () => {
    await openVerse(page, '112:1')
    await page.getByTestId('panel-collections').click()
    await page.getByTestId('collection-name').fill('Morning')
    await page.getByTestId('collection-make').click()
    await expect.poll(() => page.locator('.collect-in input[type=checkbox]:checked').count()).toBe(1)
    await writeNote(page, 'Written before anyone signed in.')
    expect(await said()).toBe('Note saved.')
    await expect.poll(() => stored(page, '"chapter":112')).toBe(true)
    await page.goto(`${demo.url}#/account`)
    await expect.poll(() => standing(page)).toBe('device')
    await page.getByRole('heading', { name: 'On this device only' }).waitFor()
    await expect.poll(() => waiting(page)).toBe('6')
    expect(await look('account-device', '[data-testid="sign-in"]')).toEqual([])
    expect(demo.sandbox.requests.filter(({ path }) => path.startsWith('/auth/v1'))).toEqual([])
  })

  it('a collection of a name that is taken is refused, and the page says why until another is made', async () => {
    await page.goto(`${demo.url}#/saved/collections`)
    const problem = page.locator('.said-problem .problem')
    await page.getByTestId('collection-name').fill('Morning')
    await page.getByTestId('collection-make').click()
    await problem.getByText('There is already a collection with this name.').waitFor()
    await expect.poll(() => page.getByTestId('collection-name').inputValue()).toBe('Morning')
    // What failed here is no matter of another page.
    await page.goto(`${demo.url}#/saved/notes`)
    await expect.poll(() => problem.count()).toBe(0)
    await page.goto(`${demo.url}#/saved/collections`)
    await page.getByTestId('collection-name').fill('Evening')
    await page.getByTestId('collection-make').click()
    await page.getByRole('link', { name: 'Evening' }).click()
    await expect.poll(() => problem.count()).toBe(0)
    await page.getByTestId('collection-rename').click()
    await page.getByTestId('collection-rename-name').fill('Morning')
    await page.keyboard.press('Enter')
    await problem.getByText('There is already a collection with this name.').waitFor()
    await page.getByTestId('collection-rename-name').fill('Night')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Night' }).waitFor()
    await expect.poll(() => problem.count()).toBe(0)
    await page.getByTestId('collection-delete').click()
    await page.getByTestId('screen-saved').waitFor()
  })

  it('a text that cannot be kept is refused before anything is shown', async () => {
    await openVerse(page, '112:4')
    await page.locator('.verse-panel input[value="notes"]').check()
    await page.locator('.new-note').getByTestId('note-text').fill('short')
    await expect.poll(() => page.getByTestId('note-save').isDisabled()).toBe(true)
  })

  it('what damage has taken is told where it is looked for, and the rest is there', async () => {
    await page.evaluate(async () => {
      const opening = indexedDB.open('waraq-user:device')
      await new Promise((resolve) => (opening.onsuccess = resolve))
      const write = opening.result.transaction('pending', 'readwrite')
      write.objectStore('pending').put({ key: 5, kind: 'member', owner: 'favorites', chapters: [1] })
      await new Promise((resolve) => (write.oncomplete = resolve))
      opening.result.close()
    })
    await page.goto(`${demo.url}#/saved`)
    await page.reload()
    await page.getByTestId('screen-saved').getByRole('alert').waitFor()
    await page.getByTestId('screen-saved').locator('[data-testid^="star-"]').first().waitFor()
    await album.picture(page, 'damage')
  })
})

describe('an account', () => {
  it('cannot be signed in to without the reader’s server, and the page stays and says so', async () => {
    await page.goto(`${demo.url}#/account`)
    await page.getByTestId('sign-in').waitFor()
    await demo.stopReader()
    await page.getByTestId('sign-in').click()
    await page.getByTestId('no-sign-in').getByText('Signing in is not possible').waitFor()
    await album.picture(page, 'account-no-server')
    await demo.startReader()
  })

  it('is asked once what to take along, and has it then', async () => {
    await signIn(page, 'Amina Rahman')
    await expect.poll(() => standing(page)).toBe('unattached')
    await page.getByText('6 changes on this device are not in your account').waitFor()
    expect(await look('account-arriving', '[data-testid="take-along"]')).toEqual([])
    await page.getByTestId('take-along').click()
    await expect.poll(() => standing(page)).toBe('signedIn')
    await page.getByRole('heading', { name: /Signed in as .?Amina Rahman/ }).waitFor()
    await expect.poll(() => waiting(page)).toBe('0')
    const amina = service('amina')
    const { data } = await amina.notes.list()
    expect(data.map(({ body }) => body)).toContain('Written before anyone signed in.')
  })

  it('gets what was done with every server stopped and the browser killed, once the servers are back', async () => {
    await demo.stopServices()
    await demo.stopReader()
    await page.goto(`${demo.url}#/chapter/113`)
    await favorite('113:1').click()
    await openVerse(page, '113:2')
    await page.getByTestId('panel-collections').click()
    await page.locator('.collect-in input[type=checkbox]').first().check()
    await writeNote(page, 'Written while no server was there.')
    await expect.poll(() => stored(page, '"chapter":113')).toBe(true)
    await page.goto(`${demo.url}#/account`)
    await expect.poll(() => waiting(page)).toBe('4')
    await kill(first)

    first = await device(profiles[0])
    page = await open(first, '#/chapter/113')
    await expect.poll(() => favorite('113:1').getAttribute('aria-pressed')).toBe('true')
    await page.getByTestId('noted-113:2').waitFor({ state: 'attached' })
    await page.goto(`${demo.url}#/account`)
    await expect.poll(() => waiting(page)).toBe('4')

    await demo.startServices()
    await demo.startReader()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => standing(page)).toMatch(/^signed/)
    // Chromium writes cookies within half a minute: a browser that was killed may have forgotten the sign-in.
    if ((await standing(page)) === 'signedOut') await signIn(page, 'Amina Rahman')
    await expect.poll(() => standing(page)).toBe('signedIn')
    await deliverNow(page)
    await expect.poll(() => waiting(page), { timeout: 180_000, interval: 500 }).toBe('0')
    const amina = service('amina')
    const notes = (await amina.notes.list()).data.map(({ body }) => body)
    expect(notes.filter((body) => body === 'Written while no server was there.')).toHaveLength(1)
  })

  it('has highlights, which go by the feed', async () => {
    await openVerse(page, '113:3')
    await page.getByTestId('panel-highlight').click()
    await page.locator('.collect-in input[value="green"]').check()
    await page.getByTestId('highlighted-113:3').waitFor({ state: 'attached' })
    await page.goto(`${demo.url}#/account`)
    await expect.poll(() => waiting(page)).toBe('0')
    const sent = demo.sandbox.requests.filter(
      ({ path, method }) => path.startsWith('/auth/v1/sync') && method === 'POST',
    )
    expect(sent.length).toBeGreaterThan(0)
  })

  it('has the streak and the goal that the service counts, beside the plan of the device', async () => {
    const amina = service('amina')
    await amina.goals.create({ type: 'QURAN_TIME', amount: 1_200, category: 'QURAN' }, { mushafId: 1 })
    await amina.activityDays.record({ type: 'QURAN', seconds: 300, ranges: ['2:1-2:20'], mushafId: 1 })
    await page.goto(`${demo.url}#/plan`)
    const goals = page.getByTestId('service-goals')
    await goals.getByText('1 day of reading in a row.').waitFor()
    await goals.getByText('Today’s goal: 25% done.').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('is on a second device after a sign-in', async () => {
    second = await device()
    const other = await open(second, '#/account')
    await signIn(other, 'Amina Rahman')
    await expect.poll(() => standing(other)).toBe('signedIn')
    await other.goto(`${demo.url}#/saved`)
    for (const verse of ['112:1', '112:3', '113:1']) await other.getByTestId(`kept-${verse}`).waitFor()
    await other.goto(`${demo.url}#/saved/collections`)
    await other.getByTestId('collection-link').filter({ hasText: 'Morning' }).click()
    for (const verse of ['112:1', '113:2']) await other.getByTestId(`kept-${verse}`).waitFor()
    await other.goto(`${demo.url}#/saved/notes`)
    await other.getByText('Written while no server was there.').waitFor()
    const names = () => other.locator('.note-about a').allInnerTexts()
    await expect.poll(async () => (await names()).join()).toMatch(/^(Al-[^,]+, verse \d+,?)+$/)
    await other.goto(`${demo.url}#/`)
    await other.getByTestId('continue-elsewhere').getByText('Continue at Al-Falaq').waitFor()
    expect(await violations(other)).toEqual([])
    await album.picture(other, 'go-on-elsewhere-desk')
    await other.setViewportSize(sizes.phone)
    await album.picture(other, 'go-on-elsewhere-phone')
  })

  it('does not call the place of this device one of another device', async () => {
    const goOn = (of: Page) => of.getByTestId('continue-elsewhere')
    await page.goto(`${demo.url}#/chapter/112/2`)
    const reported = async () => (await service('amina').readingSessions.list({ first: 1 })).data[0]
    await expect.poll(reported, inTurn).toMatchObject({ chapterNumber: 112, verseNumber: 2 })
    // As after reading on, where the page ended before the new place was sent.
    await page.goto(`${demo.url}#/account`)
    await page.evaluate(() => {
      const key = 'waraq.settings.1'
      const known = JSON.parse(localStorage.getItem(key)!) as { places: { chapter: object } }
      Object.assign(known.places.chapter, { verseKey: '112:4', at: Date.now() - 120_000 })
      localStorage.setItem(key, JSON.stringify(known))
    })
    await page.reload()
    await expect.poll(() => standing(page)).toBe('signedIn')
    await page.goto(`${demo.url}#/`)
    await page.getByTestId('continue').getByText('Al-Ikhlas').waitFor()
    const other = second!.pages()[0]!
    await expect
      .poll(async () => {
        await other.evaluate(() => dispatchEvent(new Event('online')))
        return goOn(other).innerText()
      }, inTurn)
      .toContain('Continue at Al-Ikhlas')
    expect(await goOn(page).count()).toBe(0)
  })

  it('chooses on one device what is then shown on the other, offline and both ways', async () => {
    const other = second!.pages()[0]!
    await page.goto(`${demo.url}#/settings`)
    await demo.stopServices()
    await choose(page, 'Sepia')
    await expect.poll(async () => (await looksOf(page)).theme).toBe('sepia')
    await demo.startServices()
    await expect.poll(onceBack(other, page, other), inTurn).toMatchObject({ theme: 'sepia' })
    expect(writesOfChoices().length).toBeGreaterThan(0)
    await other.goto(`${demo.url}#/settings`)
    await choose(other, 'Dark')
    await expect.poll(onceBack(page, page, other), inTurn).toMatchObject({ theme: 'dark' })
  })

  it('keeps a text on one device, and has it on the other, until it is dropped on either', async () => {
    const other = second!.pages()[0]!
    const toggle = (of: Page) => of.getByTestId('toggle-tafsirs:168')
    const isKept = (of: Page) => async () => {
      for (const each of [page, other]) await each.evaluate(() => dispatchEvent(new Event('online')))
      return toggle(of).isChecked()
    }
    for (const each of [page, other]) await each.goto(`${demo.url}#/library`)
    await toggle(page).check()
    await expect.poll(isKept(other), inTurn).toBe(true)
    await toggle(other).uncheck()
    await expect.poll(isKept(page), inTurn).toBe(false)
    expect(await isKept(other)()).toBe(false)
    for (const each of [page, other]) await each.goto(`${demo.url}#/settings`)
  })

  it('keeps what was chosen on each of two devices that were away, also where both have to read everything again', async () => {
    const other = second!.pages()[0]!
    await demo.stopServices()
    await choose(page, 'Light')
    await page.locator('.size-range input').first().fill('5')
    await choose(other, 'Sepia')
    await other.locator('.size-range input').last().fill('3')
    const body = { details: { error: { code: 'sync_token_expired' } } }
    demo.sandbox.fault({
      match: { path: '/auth/v1/app-state:changes' },
      effect: { status: 410, body },
      times: 2,
    })
    await demo.startServices()
    const sizes = { arabic: '1.75', translation: '1.3' }
    await expect.poll(onceBack(page, page, other), inTurn).toMatchObject(sizes)
    await expect.poll(onceBack(other, page, other), inTurn).toMatchObject(sizes)
    // Of the same field one of both counts, on both devices.
    const { theme } = await looksOf(page)
    expect(['light', 'sepia']).toContain(theme)
    await expect.poll(onceBack(other, page, other), inTurn).toEqual({ theme, ...sizes })
    const again = demo.sandbox.requests.filter(({ path }) => path.endsWith('app-state:bootstrap'))
    expect(again.length).toBeGreaterThanOrEqual(4)
  })

  it('keeps both texts of a note that was changed on two devices', async () => {
    const amina = service('amina')
    const [note] = (await amina.notes.list()).data.filter(({ body }) => body.includes('no server'))
    await page.goto(`${demo.url}#/saved/notes`)
    const item = page.getByTestId('note').filter({ hasText: 'no server' })
    await item.waitFor()
    await demo.stopServices()
    await item.getByTestId('note-edit').click()
    await page.locator('.note textarea').fill('Mine, from the first device.')
    await page.getByTestId('note-save-edit').click()
    await page.getByText('Mine, from the first device.').waitFor()
    await demo.startServices()
    await amina.notes.update(note!.id, { body: 'Theirs, from the other device.' })
    await page.goto(`${demo.url}#/account`)
    const blocked = page.getByTestId('blocked')
    await expect
      .poll(
        async () => {
          await deliverNow(page)
          return blocked.count()
        },
        { timeout: 200_000, interval: 2_000 },
      )
      .toBe(1)
    await expect
      .poll(() => blocked.getByTestId('blocked-local').textContent())
      .toContain('Mine, from the first device.')
    await expect
      .poll(() => blocked.getByTestId('blocked-remote').textContent())
      .toContain('Theirs, from the other device.')
  })
})

describe('each screen', () => {
  /** `shows`: what is seen then, in every language. */
  const screens: readonly {
    readonly name: string
    readonly hash: string
    readonly shows: string
    readonly act?: () => Promise<void>
  }[] = [
    { name: 'chapter', hash: '#/chapter/113', shows: '[data-testid="noted-113:2"]' },
    {
      name: 'notes-of-a-verse',
      hash: '#/chapter/113',
      shows: '.verse-panel .note',
      act: async () => {
        await page.getByTestId('verse-113:2').getByTestId('verse-actions').click()
        await page.locator('.verse-panel input[value="notes"]').check()
      },
    },
    { name: 'mushaf', hash: '#/page/604', shows: '[data-testid="marks-113:1"]' },
    { name: 'favorites', hash: '#/saved', shows: '[data-testid="kept-113:1"] .line-arabic' },
    { name: 'collections', hash: '#/saved/collections', shows: '[data-testid="collection-link"]' },
    { name: 'notes', hash: '#/saved/notes', shows: '[data-testid="note"]' },
    { name: 'account-blocked', hash: '#/account', shows: '[data-testid="blocked"]' },
    {
      name: 'account-leaving',
      hash: '#/account',
      shows: '[data-testid="leaving"]',
      act: () => page.getByTestId('sign-out').click(),
    },
    { name: 'more', hash: '#/more', shows: '[data-testid="screen-more"]' },
  ]

  it('has a mushaf to mark', async () => {
    await page.goto(`${demo.url}#/library`)
    await page.getByTestId('toggle-mushafs:1').check()
    await expect.poll(() => page.getByTestId('progress-mushafs:1').getAttribute('data-phase')).toBe('done')
  })

  it.each(screens)(
    '$name is accessible in each size, language and theme',
    async ({ name, hash, shows, act }) => {
      await page.goto(`${demo.url}#/more`)
      await page.goto(`${demo.url}${hash}`)
      await act?.()
      await page.locator(shows).first().waitFor()
      expect(await look(name, shows)).toEqual([])
    },
  )

  it('the colours of a verse are, too', async () => {
    await openVerse(page, '113:3')
    const reopen = () => page.getByTestId('panel-highlight').click()
    expect(await look('highlight-of-a-verse', '.collect-in', reopen)).toEqual([])
  })

  it('the collections of a verse are, too', async () => {
    await openVerse(page, '113:2')
    // The panel is made anew where it takes another place.
    const reopen = () => page.getByTestId('panel-collections').click()
    expect(await look('collections-of-a-verse', '.collect-in', reopen)).toEqual([])
  })

  it('a collection is, too', async () => {
    await page.goto(`${demo.url}#/saved/collections`)
    await page.getByTestId('collection-link').filter({ hasText: 'Morning' }).click()
    await page.getByTestId('kept-113:2').waitFor()
    expect(await look('collection', '[data-testid="kept-113:2"]')).toEqual([])
  })
})

describe('who leaves', () => {
  it('decides about the held text, and both are kept', async () => {
    await page.goto(`${demo.url}#/account`)
    await page.getByTestId('choose-both').click()
    await expect.poll(() => page.getByTestId('blocked').count()).toBe(0)
    await expect.poll(() => waiting(page), { timeout: 180_000, interval: 500 }).toBe('0')
    const bodies = (await service('amina').notes.list()).data.map(({ body }) => body)
    expect(bodies).toEqual(
      expect.arrayContaining(['Mine, from the first device.', 'Theirs, from the other device.']),
    )
  })

  it('leaves nothing on the device', async () => {
    for (const text of ['Theirs, from the other device.', 'schemaVersion'])
      expect(await stored(page, text), text).toBe(true)
    await page.getByTestId('sign-out').click()
    await expect.poll(() => standing(page)).toBe('device')
    await expect.poll(said).toContain('You have signed out')
    for (const text of [
      'Theirs, from the other device.',
      'Written',
      'Morning',
      'member|favorites',
      'schemaVersion',
    ])
      await expect.poll(() => stored(page, text), { message: text }).toBe(false)
    await page.goto(`${demo.url}#/chapter/112`)
    await expect.poll(() => favorite('112:1').getAttribute('aria-pressed')).toBe('false')
    await page.goto(`${demo.url}#/account`)
    await page.getByTestId('sign-in').waitFor()
  })
  it('chooses for themselves alone: another account that signs in there changes nothing of the first', async () => {
    const other = second!.pages()[0]!
    const asked = () => demo.sandbox.requests.filter(({ path }) => path.endsWith('app-state:changes')).length
    /** Has the other device look for choices, to the end. */
    const asksAgain = async () => {
      const before = asked()
      await onceBack(other, other)()
      await expect.poll(asked).toBeGreaterThan(before + 1)
    }
    // What the first one chose before it left is shown there first.
    await asksAgain()
    const before = await looksOf(other)
    const sent = writesOfChoices().length
    await signIn(page, 'Leyla Demir')
    await expect.poll(() => standing(page)).toMatch(/^(signedIn|unattached)$/)
    if ((await standing(page)) === 'unattached') await page.getByTestId('take-along').click()
    await expect.poll(() => standing(page)).toBe('signedIn')
    await page.goto(`${demo.url}#/settings`)
    await choose(page, before.theme === 'dark' ? 'Light' : 'Dark')
    await expect.poll(() => writesOfChoices().length).toBeGreaterThan(sent)
    await asksAgain()
    expect(await looksOf(other)).toEqual(before)
  })
})
