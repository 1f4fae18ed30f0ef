import { describe, expect, it } from 'vitest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { askWhatToDrop, type OnStorageFull, type StorageFull } from './on-storage-full.ts'

const candidate = (filter: string) => ({ filter, bytes: 1, resources: [], lastRead: null })
const full: StorageFull = {
  needed: 5,
  available: 1,
  candidates: ['a:1', 'b:1', 'c:1'].map(candidate),
}
const answers = (answer: unknown): OnStorageFull => (() => answer) as OnStorageFull

describe('what the application lets go', () => {
  it.each<[string, OnStorageFull | undefined, string[]]>([
    ['is nothing by default', undefined, []],
    ['is what it says', answers(['c:1']), ['c:1']],
    ['may be said later', async () => ['b:1'], ['b:1']],
    ['comes in the order of use, each once', answers(['c:1', 'a:1', 'c:1']), ['a:1', 'c:1']],
    ['is nothing that was not offered', answers(['d:1', 'b:1', '__proto__', '']), ['b:1']],
    ['is nothing where it says nothing', answers(undefined), []],
    ['is nothing where it says nonsense', answers('a:1'), []],
    ['is nothing where it holds nonsense', answers([null, 5, { filter: 'a:1' }]), []],
    ['is nothing where it rejects', () => Promise.reject(new Error('no')), []],
    [
      'is nothing where it throws',
      () => {
        throw new Error('no')
      },
      [],
    ],
  ])('%s', async (_rule, onStorageFull, chosen) =>
    expect(await askWhatToDrop(onStorageFull, full, new VirtualClock())).toEqual(chosen),
  )

  it('is asked with all that is known', async () => {
    let asked: unknown
    await askWhatToDrop((given) => ((asked = given), []), full, new VirtualClock())
    expect(asked).toEqual(full)
  })
  it('is not asked for where there is nothing to drop', async () => {
    let asked = false
    await askWhatToDrop(() => ((asked = true), []), { ...full, candidates: [] }, new VirtualClock())
    expect(asked).toBe(false)
  })
  it('is not waited for longer than ten seconds', async () => {
    const clock = new VirtualClock()
    let chosen: unknown
    void askWhatToDrop(() => new Promise(() => undefined), full, clock).then((answer) => (chosen = answer))
    await clock.advance(9_999)
    expect(chosen).toBeUndefined()
    await clock.advance(1)
    expect(chosen).toEqual([])
  })
  it('is not waited for by a run that was ended', async () => {
    const run = new AbortController()
    const asking = askWhatToDrop(() => new Promise(() => undefined), full, new VirtualClock(), run.signal)
    const reason = new Error('closed')
    run.abort(reason)
    await expect(asking).rejects.toBe(reason)
    await expect(askWhatToDrop(answers(['a:1']), full, new VirtualClock(), run.signal)).rejects.toBe(reason)
  })
})
