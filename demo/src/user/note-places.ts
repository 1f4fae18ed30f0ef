import type { UserData } from 'waraq/user'
import { latestPlace, latestVerse } from '../settings/settings.ts'
import type { SettingsStore } from '../settings/settings-store.ts'

/** Milliseconds. A reader who moves on within this time has not stopped there. */
const restMs = 3_000
/**
 * Milliseconds. A page that is opened again within this time continues what was read before. The settings do not note the
 * same place twice within this time.
 */
const sameSittingMs = 60_000

/**
 * Keeps the place where the person reads, as remembered by the tab that they look at. Returns a function that stops this.
 * @param startedAt milliseconds since the epoch. Places that were remembered long before it are ignored, because they may
 * be older than places received from other devices.
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
    // If this place cannot be kept, the next one may be.
    if (verse !== null) timer = setTimeout(() => void user.setLastRead(verse).catch(() => undefined), restMs)
  }
  note()
  const end = settings.state.subscribe(note)
  return () => {
    end()
    clearTimeout(timer)
  }
}
