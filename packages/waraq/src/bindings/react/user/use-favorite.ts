import type { Blocked } from '../../../user/model/records.ts'
import type { Undo } from '../../../user/api.ts'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useApp } from '../provider.ts'
import { useUserData } from './provider.ts'
import { favoriteChanges } from './favorite-changes.ts'
import { useVerseMarks } from './use-marks.ts'

export interface Favorite {
  readonly on: boolean
  /** It has not arrived at the service yet, or no account is signed in. */
  readonly pending: boolean
  /** Why it is not delivered until a person decides. Null if it is not blocked. */
  readonly blocked: Blocked | null
  /**
   * Changes the favorite to the opposite of what is shown, and shows the change immediately: after two quick taps the verse is
   * as it was. Resolves with the change's `Undo` once it is on the disk. If it cannot be stored, it rejects, and the former
   * state is shown again. Without user data it does nothing, and resolves with undefined.
   */
  readonly toggle: () => Promise<Undo | undefined>
}

const never = () => () => undefined
const unknown = () => undefined

/** The favorite of a verse. Renders again only when this verse changes. */
export function useFavorite(verseKey: string): Favorite {
  const [app, user] = [useApp(), useUserData()]
  const { favorite } = useVerseMarks(verseKey)
  const changes = user ? favoriteChanges(user) : undefined
  const get = useCallback(() => changes?.get().get(verseKey)?.on, [changes, verseKey])
  const requested = useSyncExternalStore(changes?.subscribe ?? never, get, unknown)
  // A tap before the data is open waits for it.
  const toggle = useCallback(async () => {
    const data = user ?? (await app?.user())
    return data && favoriteChanges(data).toggle(verseKey)
  }, [app, user, verseKey])
  return useMemo(
    () => ({
      on: requested ?? favorite !== null,
      pending: requested !== undefined || (favorite?.pending ?? false),
      blocked: favorite?.blocked ?? null,
      toggle,
    }),
    [requested, favorite, toggle],
  )
}
