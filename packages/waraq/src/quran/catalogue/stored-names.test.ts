import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { catalogueBench } from './bench.test-support.ts'
import { storedNames } from './stored-names.ts'
import { VirtualClock } from '@waraq/test-support/virtual-clock'

const day = 24 * 60 * 60 * 1000

describe('the names on this device', () => {
  it('are those of the catalogue', async () => {
    const bench = catalogueBench()
    const clock = new VirtualClock(5_000)
    const { indexedDB } = bench
    const content = await bench.open({ clock }).get()
    expect(content.chapters.length).toBeGreaterThan(3)
    await expect.poll(() => storedNames({ indexedDB, clock })).toEqual(content)
    // Of another language there are none.
    const other = await storedNames({ indexedDB, clock, language: 'ar' })
    expect(other).toMatchObject({ language: 'ar', chapters: [], fetchedAt: null })
    // The terms let them be kept for seven days.
    const late = new VirtualClock(5_000 + 8 * day)
    expect((await storedNames({ indexedDB, clock: late })).chapters).toEqual([])
  })

  it('are none where there is no database, or storage is forbidden', async () => {
    const nothing = { language: 'en', chapters: [], fetchedAt: null, problems: [] }
    expect(await storedNames({ indexedDB: new IDBFactory() })).toMatchObject(nothing)
    const refusing = {
      open: () => {
        throw new DOMException('no', 'SecurityError')
      },
    } as unknown as IDBFactory
    expect(await storedNames({ indexedDB: refusing })).toMatchObject(nothing)
  })
})
