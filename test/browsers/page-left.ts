import { expect } from 'vitest'
import { waitFor } from '../lifecycle/wait-for.ts'
import { expectAllRight, type Stage } from './stage.ts'

export function pageLeftTests(stage: Stage): void {
  stage.test('a page that is left in mid-run and come back to by the back button syncs on', async () => {
    const site = await stage.site()
    const { services } = site
    const tab = await site.open('traveller')
    await tab.subscribe(site.filter)
    const middle = services.arm({ request: 12, part: 0.5, hold: true })
    await tab.call('beginSync')
    await middle.reached
    await tab.tab.goto(`${services.origin}/elsewhere`)
    middle.release()
    await tab.tab.back()
    await tab.ready()
    const kept = await tab.call('wasKept')
    if (kept) {
      const came = await waitFor(
        () => tab.call('begun'),
        (each) => each !== null,
        'the run to go on',
      )
      // A snapshot that was being received may have been cut off. Then it is needed, and the next run fetches it.
      expect(['current', 'partial', 'interrupted']).toContain(came?.outcome)
    } else {
      await tab.subscribe(site.filter)
    }
    expect(await tab.sync({ joinRunning: false })).toMatchObject({ outcome: 'current', error: null })
    await expectAllRight(site, [tab])
    return { status: 'ran, passed', detail: kept ? 'the page was kept' : 'the page was loaded anew' }
  })

  if (stage.driver.name !== 'chromium') {
    stage.cannot('a frozen page, thawed, shows what changed', 'WebDriver has no command that freezes a page.')
    return
  }
  stage.test('a frozen page, thawed, shows what changed', async () => {
    const site = await stage.site()
    const [frozen, other] = [await site.open('frozen'), await site.open('other')]
    for (const tab of [frozen, other]) await tab.subscribe(site.filter)
    expect(await frozen.sync()).toMatchObject({ outcome: 'current' })
    await frozen.call('follow')
    const shows = (count: number) =>
      waitFor(
        () => frozen.call('followed'),
        (followed) => followed === count,
        `${count} resources`,
      )
    const count = site.services.keys.length
    await shows(count)
    await frozen.call('rest')
    await frozen.tab.freeze!()
    site.services.sandbox.hide('translations:20')
    expect(await other.sync({ joinRunning: false })).toMatchObject({ outcome: 'current' })
    await frozen.tab.thaw!()
    await shows(count - 1)
    await expectAllRight(site, [frozen, other])
  })
}
