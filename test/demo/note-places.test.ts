// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SettingsStore } from '../../demo/src/settings/settings-store.ts'
import { notePlaces } from '../../demo/src/user/note-places.ts'

/** Where the person reads is kept at their account once they rest there. */

const kept: string[] = []
const user = { place: { at: async (verseKey: string) => void kept.push(verseKey) } }
let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  kept.length = 0
  end = () => undefined
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

const at = (settings: SettingsStore, verseKey: string | null) =>
  settings.notePlace('chapter', { number: 2, verseKey })

describe('the place', () => {
  it('is the last of several within a moment', () => {
    const settings = new SettingsStore()
    end = notePlaces(user, settings)
    for (const verse of [1, 2, 3]) at(settings, `2:${verse}`)
    vi.advanceTimersByTime(10_000)
    expect(kept).toEqual(['2:3'])
    at(settings, '2:9')
    vi.advanceTimersByTime(10_000)
    expect(kept).toEqual(['2:3', '2:9'])
  })

  it('of an earlier start is not told again: another device may have gone on since', () => {
    at(new SettingsStore(), '2:7')
    const settings = new SettingsStore()
    end = notePlaces(user, settings)
    settings.change({ theme: 'dark' })
    at(settings, '2:7')
    vi.advanceTimersByTime(10_000)
    expect(kept).toEqual([])
  })

  it('is told by the tab that is seen, and by none after the end', () => {
    const settings = new SettingsStore()
    end = notePlaces(user, settings)
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    at(settings, '2:5')
    hidden.mockRestore()
    at(settings, '2:6')
    end()
    vi.advanceTimersByTime(10_000)
    expect(kept).toEqual([])
  })
})
