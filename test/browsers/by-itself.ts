import { expect } from 'vitest'
import { waitFor } from '../lifecycle/wait-for.ts'
import { notHere, type Stage } from './stage.ts'

/** Syncs without a call of the page: by the browser if it supports that, and by the page's own timetable in every browser. */

export function byItselfTests(stage: Stage): void {
  stage.test('background sync: what the browser offers, or that it knows none', async () => {
    const site = await stage.site()
    const tab = await site.open('only')
    const support = await tab.do(() => window.extras.backgroundSync())
    if (!stage.has('SyncManager')) {
      expect(support).toEqual({ oneOff: false, periodic: false, why: 'no_sync' })
      return {
        status: notHere,
        detail: 'registerBackgroundSync says no_sync; the page’s timetable does the work',
      }
    }
    expect(support.oneOff).toBe(true)
    return { status: 'ran, passed', detail: `one-off; periodic: ${support.why ?? 'yes'}` }
  })

  stage.test(
    'the page’s timetable: a sync that failed comes again by itself when the network is back',
    async () => {
      const site = await stage.site()
      const { services, filter } = site
      const tab = await site.open('only')
      const schedule = async () => (await tab.do(() => window.extras.reportedByTimetable()))?.schedule
      const { browser } = stage
      // The scripts of page and worker must be loaded before the network is disconnected.
      await tab.do((each) => window.extras.prepare(each), filter)
      if (browser.setOffline) await browser.setOffline(true)
      else await services.stop()
      await tab.do(() => window.extras.startAutoSync())
      const failed = await waitFor(schedule, (each) => each?.failures === 1, 'a first sync that fails')
      // The relay is the first to be requested.
      expect(failed).toMatchObject({ errorCode: 'token_unavailable' })
      expect(services.asked).toEqual([])
      if (browser.setOffline) {
        await browser.setOffline(false)
      } else {
        await services.start()
        await tab.do(() => void dispatchEvent(new Event('online')))
      }
      const worked = await waitFor(
        schedule,
        (each) => each?.failures === 0 && each.errorCode === null,
        'a sync',
      )
      expect(worked).toMatchObject({ reason: 'interval' })
      expect(await tab.digests(services.keys)).toEqual(await services.digests())
      if (browser.setOffline) return
      return {
        status: 'ran, passed',
        detail:
          'the driver cannot take the network away: the server was stopped, and the page told that it is online',
      }
    },
  )
}
