import { systemClock } from '../../client/clock.ts'
import { describe, expect, it } from 'vitest'
import { createBench, english, eventually, gate } from '../bench.test-support.ts'
import { searchableOf } from '../library/searchable.ts'
import { MemoryStorage } from '../storage/index-storage.ts'
import { ManagedIndex } from './managed-index.ts'
import { TimeSlice } from './time-slice.ts'

describe('an index under way', () => {
  async function inProgress() {
    const { newStore, watched } = await createBench('translations:20')
    const store = newStore()
    const index = new ManagedIndex(store, (await store.resource(english))!, searchableOf(english)!)
    const storage = new MemoryStorage()
    await index.load(storage)
    const update = (): Promise<void> =>
      index.update({ store, storage, timeSlice: new TimeSlice(systemClock), onProgress: () => undefined })
    return { index, update, watched, store, storage }
  }

  it('is done with the commit that it read', async () => {
    const { index, update } = await inProgress()
    expect(index).toMatchObject({ due: true, state: 'waiting' })
    await update()
    expect(index).toMatchObject({ due: false, state: 'ready' })
  })
  it('does not forget a doubt that comes in the middle', async () => {
    const { index, update, watched, store } = await inProgress()
    const { closed, open } = gate()
    const [row] = await store.rows('translation', english)
    watched.held = closed
    watched.reads = 0
    const updated = update()
    await eventually(async () => expect(watched.reads).toBe(1))
    index.doubt()
    watched.held = undefined
    open()
    await updated
    expect(index).toMatchObject({ due: true, state: 'waiting' })
    // A row as it was before the commit, put back by a search that was slow.
    index.put({ recordKey: row!.key, verseKey: '1:1', html: 'of yesterday', plain: [], digest: 1 })
    await update()
    expect(index).toMatchObject({ due: false, state: 'ready' })
    expect(index.index.find([{ text: 'yesterday', prefix: false, edits: 0 }])).toEqual([])
  })
  it('nor one that comes while it is stored', async () => {
    const { index, update, storage } = await inProgress()
    const { closed, open } = gate()
    let saving = false
    storage.save = () => {
      saving = true
      return closed
    }
    const updated = update()
    await eventually(async () => expect(saving).toBe(true))
    index.doubt()
    open()
    await updated
    expect(index).toMatchObject({ due: true, state: 'waiting' })
  })
})
