import { expect } from 'vitest'
import { waitFor } from '../lifecycle/wait-for.ts'
import { ask } from './ask.ts'
import type { BrowserTab, RunningBrowser } from './drivers/driver.ts'
import type { Shown } from './page/user.ts'
import { startUserSite, type UserSite } from './user-site.ts'
import { Device, type Stage } from './stage.ts'

/** A person's own data when something in a browser ends: its tabs, the browser itself, the network. */

/** A change is in doubt for less than this time, by the clocks of the device and of the service. */
const outOfDoubtMs = 120_000

/** Opens a tab whose user is signed in, and whose account is the one that is shown. */
async function open(browser: RunningBrowser, { origin }: UserSite, query: string): Promise<BrowserTab> {
  const tab = await browser.open(`${origin}/?${query}`)
  await waitFor(
    () => ask(tab, () => 'shown' in window && window.userData.account.get().account).catch(() => null),
    (account) => typeof account === 'string',
    'the account',
  )
  return tab
}

const shownIn = (tab: BrowserTab): Promise<Shown> => ask(tab, () => window.shown())

const untilShown = (tab: BrowserTab, holds: (shown: Shown) => boolean, what: string) =>
  waitFor(() => shownIn(tab), holds, what)

const writeNote = (tab: BrowserTab, body: string) =>
  ask(tab, (text) => window.userData.notes.write({ ranges: ['1:1-1:1'], body: text }), body)

async function servedNotes({ service }: UserSite): Promise<string[]> {
  const bodies: string[] = []
  for await (const { body } of service.notes.list.each()) bodies.push(body)
  return bodies.sort()
}

async function servedFavorites({ service }: UserSite): Promise<string[]> {
  const verses: string[] = []
  for await (const { key, verseNumber } of service.collections.get.each('__default__'))
    verses.push(`${key}:${verseNumber}`)
  return verses.sort()
}

export function userDataTests(stage: Stage): void {
  const begin = async () => {
    const site = await startUserSite()
    stage.later(() => site.close())
    return site
  }

  stage.test('user data: ten tabs write at once; all show all, and one at a time delivers', async () => {
    const site = await begin()
    const numbers = Array.from({ length: 10 }, (_, index) => index)
    const tabs = await Promise.all(
      numbers.map(async (number) => {
        const tab = await open(stage.browser, site, `tab=${number}`)
        stage.later(() => tab.close().catch(() => undefined))
        return tab
      }),
    )
    const notes = numbers.map((number) => `The note of tab ${number}.`)
    await Promise.all(
      tabs.map((tab, number) =>
        ask(
          tab,
          async (body, verse) => {
            await window.userData.notes.write({ ranges: ['1:1-1:1'], body })
            await window.userData.favorite(`1:${verse}`)
            // All tabs remove the same favorite and set it again.
            await window.userData.favorite('1:7', false)
            await window.userData.favorite('1:7')
          },
          notes[number]!,
          1 + (number % 6),
        ),
      ),
    )
    const favorites = ['1:1', '1:2', '1:3', '1:4', '1:5', '1:6', '1:7']
    for (const tab of tabs) expect(await shownIn(tab)).toMatchObject({ favorites, notes })
    for (const tab of tabs) await untilShown(tab, ({ waiting }) => waiting === 0, 'all to be delivered')
    expect([await servedNotes(site), await servedFavorites(site)]).toEqual([notes, favorites])
    expect(site.writes.filter(({ path }) => path === '/auth/v1/notes')).toHaveLength(notes.length)
    expect(site.atOnce).toBe(1)
  })

  stage.test('user data: the browser is killed between effect and answer; it is not done twice', async () => {
    const site = await begin()
    const device = new Device(stage)
    let tab = await open(await device.start(), site, 'tab=before')
    const answer = site.holdAnswer()
    await writeNote(tab, 'Written once.')
    await answer.reached
    await device.kill()
    answer.release()
    expect(await servedNotes(site)).toEqual(['Written once.'])

    site.clock.ahead = outOfDoubtMs
    tab = await open(await device.start(), site, `tab=after&ahead=${outOfDoubtMs}`)
    expect((await shownIn(tab)).notes).toEqual(['Written once.'])
    await ask(tab, () => window.userData.outbox.deliver())
    await untilShown(tab, ({ waiting }) => waiting === 0, 'its outcome to be known')
    expect(site.writes.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /auth/v1/notes'])
    expect((await shownIn(tab)).notes).toEqual(['Written once.'])
  })

  stage.test('user data: forty acts while the service is away survive the browser’s end', async () => {
    const site = await begin()
    const device = new Device(stage)
    let tab = await open(await device.start(), site, 'tab=before')
    site.isUp = false
    await ask(tab, async () => {
      for (let act = 0; act < 40; act++)
        if (act % 4 === 0) await window.userData.notes.write({ ranges: ['2:1-2:1'], body: `Note ${act}.` })
        else await window.userData.favorite(`2:${act}`)
    })
    await device.kill()
    tab = await open(await device.start(), site, 'tab=after')
    const { favorites, notes, waiting } = await shownIn(tab)
    expect([favorites.length, notes.length, waiting]).toEqual([30, 10, 40])
    expect(site.writes).toEqual([])
    site.isUp = true
    await ask(tab, () => window.userData.account.check())
    await untilShown(tab, (shown) => shown.waiting === 0, 'all to be delivered')
    expect([(await servedFavorites(site)).length, await servedNotes(site)]).toEqual([30, notes])
    expect(site.writes).toHaveLength(40)
  })

  const frozen =
    'user data: a frozen tab holds the turn; another delivers, and the thawed one repeats nothing'
  if (stage.driver.name !== 'chromium') stage.cannot(frozen, 'WebDriver has no command that freezes a page.')
  else
    stage.test(frozen, async () => {
      const site = await begin()
      const first = await open(stage.browser, site, 'tab=first')
      const second = await open(stage.browser, site, `tab=second&ahead=${outOfDoubtMs}`)
      for (const tab of [first, second]) stage.later(() => tab.close().catch(() => undefined))
      const answer = site.holdAnswer()
      await writeNote(first, 'Of the frozen tab.')
      await answer.reached
      await first.freeze!()
      site.clock.ahead = outOfDoubtMs
      answer.release()
      await writeNote(second, 'Of the other tab.')
      await waitFor(
        () => servedNotes(site),
        (bodies) => bodies.includes('Of the other tab.'),
        'the other tab to take over',
      )
      await first.thaw!()
      for (const tab of [first, second])
        await untilShown(tab, ({ waiting }) => waiting === 0, 'all outcomes to be known')
      expect(await servedNotes(site)).toEqual(['Of the frozen tab.', 'Of the other tab.'])
      expect(site.writes).toHaveLength(2)
    })
}
