import { expect } from 'vitest'
import type { Stage } from './stage.ts'

/** The features that the engine needs: storage and workers. It has fallbacks for all others. */
const needed = ['IndexedDB', 'module workers']

export function featureTests(stage: Stage): void {
  stage.test('features: found by use in page, worker and service worker', async () => {
    const site = await stage.site()
    const tab = await site.open('features')
    const realms = await tab.do(() => window.extras.featuresByRealm())
    stage.found(realms)
    for (const feature of needed) expect([feature, realms['page']?.[feature]]).toEqual([feature, true])
    expect(Object.keys(realms['worker'] ?? {}).length).toBeGreaterThan(5)
  })
}
