import type { Driver } from './driver.ts'
import { startByPage } from './by-page.ts'
import { startByWebDriver } from './by-web-driver.ts'

/**
 * WebKitGTK's MiniBrowser, driven by WebDriver. Driven that way, it stores nothing beyond its end. If a profile is needed,
 * the page drives itself instead.
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
