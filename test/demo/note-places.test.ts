// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SettingsStore } from '../../demo/src/settings/settings-store.ts'
import { latestPlace } from '../../demo/src/settings/settings.ts'
import { notePlaces } from '../../demo/src/user/note-places.ts'

/** Where the person reads is kept at their account once they rest there. */

const kept: string[] = []
const user = {
  setLastRead: async (verseKey: string) => {
    kept.push(verseKey)
    return async () => undefined
  },
}
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

/** A start at this moment. */
const started = (settings: SettingsStore) => notePlaces(user, settings, Date.now())

/** Each place has a time of its own. */
const at = (settings: SettingsStore, verseKey: string | null) => {
  vi.advanceTimersByTime(1)
  settings.notePlace('chapter', { number: 2, verseKey })
}

describe('the place', () => {
  it('is the last of several within a moment', () => {
    const settings = new SettingsStore()
    end = started(settings)
    for (const verse of [1, 2, 3]) at(settings, `2:${verse}`)
    vi.advanceTimersByTime(10_000)
    expect(kept).toEqual(['2:3'])
    at(settings, '2:9')
    vi.advanceTimersByTime(10_000)
    expect(kept).toEqual(['2:3', '2:9'])
  })

  it('of an earlier start is not told again: another device may have gone on since', () => {
    at(new SettingsStore(), '2:7')
    vi.advanceTimersByTime(60_001)
    const settings = new SettingsStore()
    end = started(settings)
    settings.change({ theme: 'dark' })
    vi.advanceTimersByTime(10_000)
    expect(kept).toEqual([])
  })

  it('that the page remembered before this was opened is told, and a chapter begins at its first verse', () => {
    const openedAt = Date.now()
    const settings = new SettingsStore()
    at(settings, null)
    end = notePlaces(user, settings, openedAt)
    vi.advanceTimersByTime(10_000)
    expect(kept).toEqual(['2:1'])
  })

  it('is told by the tab that is seen, and by none after the end', () => {
    const settings = new SettingsStore()
    end = started(settings)
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    at(settings, '2:5')
    hidden.mockRestore()
    at(settings, '2:6')
    end()
    vi.advanceTimersByTime(10_000)
    expect(kept).toEqual([])
  })
})

it('that is come back to within a minute is the latest again', () => {
  const settings = new SettingsStore()
  settings.notePlace('chapter', { number: 2, verseKey: '2:100' })
  vi.advanceTimersByTime(1_000)
  settings.notePlace('juz', { number: 30, verseKey: null })
  vi.advanceTimersByTime(1_000)
  settings.notePlace('chapter', { number: 2, verseKey: '2:100' })
  expect(latestPlace(settings.state.get().places)?.kind).toBe('chapter')
})
