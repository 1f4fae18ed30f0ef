import { afterAll, beforeAll, it } from 'vitest'
import { chromium } from '../browsers/drivers/chromium.ts'
import type { RunningBrowser } from '../browsers/drivers/driver.ts'
import { disruptionTests } from './disruption-tests.ts'

let browser: RunningBrowser

beforeAll(async () => {
  browser = await chromium.start()
})
afterAll(() => browser?.kill())

disruptionTests({
  driver: chromium,
  browser: () => browser,
  test: (name, run, atOnce = false) => it(name, { timeout: 40 * 60_000, concurrent: atOnce }, run),
})
