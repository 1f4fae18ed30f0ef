import { bootstrapTests } from './bootstrap.ts'
import { disruptionTests } from '../lifecycle/disruption-tests.ts'
import { browserEndsTests } from './browser-ends.ts'
import { byItselfTests } from './by-itself.ts'
import { databaseEndsTests } from './database-ends.ts'
import type { Driver } from './drivers/driver.ts'
import { featureTests } from './features.ts'
import { journeyTests } from './journey.ts'
import { manyTabsTests } from './many-tabs.ts'
import { pageLeftTests } from './page-left.ts'
import { readerTests } from './reader.ts'
import { recordingTests } from './recordings.ts'
import { Stage } from './stage.ts'
import { storageTests } from './storage.ts'
import { userDataTests } from './user-data.ts'
import { writerEndsTests } from './writer-ends.ts'

/** All tests of each browser. Features come first, because tests depend on them. */
export function testsIn(driver: Driver): void {
  const stage = new Stage(driver)
  featureTests(stage)
  bootstrapTests(stage)
  manyTabsTests(stage)
  writerEndsTests(stage)
  browserEndsTests(stage)
  databaseEndsTests(stage)
  storageTests(stage)
  pageLeftTests(stage)
  byItselfTests(stage)
  recordingTests(stage)
  userDataTests(stage)
  readerTests(stage)
  journeyTests(stage)
  // Chromium runs these in test/lifecycle, on both of its stores.
  if (driver.name !== 'chromium')
    disruptionTests({
      driver,
      browser: () => stage.browser,
      test: (name, run) => stage.test(name, run, 40 * 60_000),
      cannot: (name, why) => stage.cannot(name, why),
      oneIn: 4,
    })
}
