import type { UserData } from '@waraq/user-data'
import { latestPlace } from '../settings/settings.ts'
import type { SettingsStore } from '../settings/settings-store.ts'

/** A reader who goes on within this has not stopped there. */
const restMs = 3_000

/** Keeps the place where the person reads, as the tab that they look at remembers it. Returns a function that ends that. */
export function notePlaces(user: Pick<UserData, 'place'>, settings: SettingsStore): () => void {
  const placeNow = () => latestPlace(settings.state.get().places)?.place.verseKey ?? null
  // What was remembered before this start is older than what other devices may have told since.
  let known = placeNow()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = settings.state.subscribe(() => {
    const place = placeNow()
    if (place === known || document.visibilityState !== 'visible') return
    known = place
    clearTimeout(timer)
    // Where it cannot be kept, the next place may be.
    if (place !== null) timer = setTimeout(() => void user.place.at(place).catch(() => undefined), restMs)
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}
