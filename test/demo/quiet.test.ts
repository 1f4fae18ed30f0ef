import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { State } from '../../demo/src/observable.ts'
import { lineIsQuiet } from '../../demo/src/quiet.ts'

/** When the page loads what nobody waits for. */

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

beforeEach(() => {
  vi.useFakeTimers()
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', globalThis)
})
afterEach(() => vi.useRealTimers())

function watch(busy: boolean) {
  const state = new State({ busy })
  let resolved = false
  void lineIsQuiet([state], () => !state.get().busy).then(() => (resolved = true))
  return { state, isQuietAfter: async (ms: number) => (await vi.advanceTimersByTimeAsync(ms), resolved) }
}

describe('the line', () => {
  it('is quiet once nothing was asked for during a moment', async () => {
    const { state, isQuietAfter } = watch(true)
    expect(await isQuietAfter(5_000)).toBe(false)
    state.update({ busy: false })
    expect(await isQuietAfter(300)).toBe(false)
    // In between two things.
    state.update({ busy: true })
    expect(await isQuietAfter(5_000)).toBe(false)
    state.update({ busy: false })
    expect(await isQuietAfter(399)).toBe(false)
    expect(await isQuietAfter(1)).toBe(true)
  })

  it('counts as quiet after half a minute', async () => {
    const { isQuietAfter } = watch(true)
    expect(await isQuietAfter(29_999)).toBe(false)
    expect(await isQuietAfter(1)).toBe(true)
  })

  it('counts as quiet when the reader leaves', async () => {
    const { isQuietAfter } = watch(true)
    page.dispatchEvent(new Event('visibilitychange'))
    expect(await isQuietAfter(0)).toBe(false)
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(await isQuietAfter(0)).toBe(true)
  })
})
