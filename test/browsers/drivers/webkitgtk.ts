import type { Driver } from './driver.ts'
import { startByPage } from './by-page.ts'
import { startByWebDriver } from './by-web-driver.ts'

/**
 * WebKitGTK's MiniBrowser, by WebDriver. Driven that way it keeps nothing beyond its end, so where a profile has to, the
 * page itself is what drives it.
 */
export const webkitgtk: Driver = {
  name: 'webkitgtk',
  losesTransactions: true,
  can: {
    clear: false,
    crash: false,
    freeze: false,
    offline: false,
    quota: false,
    suspend: true,
    tabs: false,
  },
  start: ({ profile, isPrivate = false } = {}) =>
    profile === undefined ? startByWebDriver({ isPrivate }) : startByPage(profile),
}
