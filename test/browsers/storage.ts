import type { EngineStatus } from 'waraq'
import { expect } from 'vitest'
import type { BenchTab } from './bench-tab.ts'
import { expectAllRight, notHere, type Site, type Stage } from './stage.ts'

async function syncedStatus(site: Site): Promise<{ tab: BenchTab; status: EngineStatus }> {
  const tab = await site.open('only')
  await tab.subscribe(site.filter)
  expect(await tab.sync()).toMatchObject({ outcome: 'current', error: null })
  const status = await tab.call('status')
  if ('code' in status) throw new Error(`${status.code}: ${status.message}`)
  return { tab, status }
}

export function storageTests(stage: Stage): void {
  stage.test('storage: how much room there is, or that the browser does not say', async () => {
    const { status } = await syncedStatus(await stage.site())
    expect(status.persistent).toBe(true)
    const { storage } = status
    expect(storage.why).toMatch(/\.$/)
    if (!stage.has('navigator.storage.estimate')) {
      const silent = { kind: 'indexeddb', state: 'unknown', persisted: null, usage: null, quota: null }
      expect(storage).toMatchObject(silent)
      return { status: notHere, detail: `state ${storage.state}: ${storage.why}` }
    }
    expect(['ok', 'tight']).toContain(storage.state)
    expect(storage.quota).toBeGreaterThan(0)
    expect(storage.persisted).toBeTypeOf('boolean')
    return { status: 'ran, passed', detail: `state ${storage.state}, persisted ${String(storage.persisted)}` }
  })

  stage.test('a private window: it syncs, and says what becomes of it', async () => {
    const browser = await stage.driver.start({ isPrivate: true })
    stage.later(() => browser.kill())
    const site = await stage.site(undefined, browser)
    const { tab, status } = await syncedStatus(site)
    const features = await tab.do(() => window.extras.featuresHere())
    stage.found({ 'private window': features })
    await expectAllRight(site, [tab])
    const { persistent, storage } = status
    expect(persistent).toBe(features['IndexedDB'])
    expect(storage.kind).toBe(persistent ? 'indexeddb' : 'memory')
    expect(storage.why).toMatch(/\.$/)
    const says = `persistent ${persistent}, ${storage.kind}, state ${storage.state}`
    return { status: 'ran, passed', detail: `${says}, persisted ${String(storage.persisted)}` }
  })
}
