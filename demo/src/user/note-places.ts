import type { UserData } from 'waraq/user'
import { latestPlace, latestVerse } from '../settings/settings.ts'
import type { SettingsStore } from '../settings/settings-store.ts'

/** A reader who goes on within this has not stopped there. */
const restMs = 3_000
/** A page that is opened again so soon goes on with what was read on it. The settings do not note a place twice within that. */
const sameSittingMs = 60_000

/**
 * Keeps the place where the person reads, as the tab that they look at remembers it. Returns a function that ends that.
 * @param startedAt milliseconds since the epoch: what was remembered long before may be older than what other devices told
 */
export function notePlaces(
  user: Pick<UserData, 'setLastRead'>,
  settings: SettingsStore,
  startedAt: number = performance.timeOrigin,
): () => void {
  let knownAt = startedAt - sameSittingMs
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = () => {
    const { places } = settings.state.get()
    const at = latestPlace(places)?.place.at ?? 0
    if (at <= knownAt || document.visibilityState !== 'visible') return
    knownAt = at
    clearTimeout(timer)
    const verse = latestVerse(places)
    // Where it cannot be kept, the next place may be.
    if (verse !== null) timer = setTimeout(() => void user.setLastRead(verse).catch(() => undefined), restMs)
  }
  note()
  const end = settings.state.subscribe(note)
  return () => {
    end()
    clearTimeout(timer)
  }
}
