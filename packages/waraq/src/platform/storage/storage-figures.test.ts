import { describe, expect, it } from 'vitest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { askStorage, type BrowserStorage } from './storage-figures.ts'

const estimate = { usage: 1, quota: 2 }
const never = () => new Promise<never>(() => undefined)
const refuse = () => Promise.reject(new TypeError('not in this window'))
const explode = (): never => {
  throw new Error('not implemented')
}
const unsaid = { estimate: undefined, persisted: null }

describe('what the browser says of storage', () => {
  it.each<[string, BrowserStorage | null | undefined, object]>([
    ['all', { estimate: async () => estimate, persisted: async () => true }, { estimate, persisted: true }],
    [
      'no promise',
      { estimate: async () => estimate, persisted: async () => false },
      { estimate, persisted: false },
    ],
    ['half of it', { estimate: async () => estimate }, { estimate, persisted: null }],
    ['the other half', { persisted: async () => true }, { estimate: undefined, persisted: true }],
    ['nothing, without navigator.storage', undefined, unsaid],
    ['nothing, with null', null, unsaid],
    ['nothing, where it rejects', { estimate: refuse, persisted: refuse }, unsaid],
    ['nothing, where it throws', { estimate: explode, persisted: explode }, unsaid],
    ['nothing of use', { persisted: async () => 'yes' as never }, unsaid],
  ])('%s', async (_case, storage, figures) => {
    expect(await askStorage(storage, new VirtualClock())).toEqual(figures)
  })

  it('is not waited for longer than two seconds', async () => {
    const clock = new VirtualClock()
    let figures: unknown
    void askStorage({ estimate: never, persisted: async () => true }, clock).then((said) => (figures = said))
    await clock.advance(1_999)
    expect(figures).toBeUndefined()
    await clock.advance(1)
    expect(figures).toEqual({ estimate: undefined, persisted: true })
  })

  it('leaves no timer behind', async () => {
    const clock = new VirtualClock()
    let [asleep, aborted] = [0, 0]
    const watched = {
      sleep: (ms: number, signal?: AbortSignal) => {
        asleep++
        signal?.addEventListener('abort', () => aborted++)
        return clock.sleep(ms, signal)
      },
    }
    await askStorage({ estimate: async () => estimate }, watched)
    expect([asleep > 0, aborted]).toEqual([true, asleep])
  })

  it('is asked as the browser wants it: on the object itself', async () => {
    const storage = {
      answer: true,
      async persisted() {
        return this.answer
      },
    }
    expect(await askStorage(storage, new VirtualClock())).toMatchObject({ persisted: true })
  })
})
