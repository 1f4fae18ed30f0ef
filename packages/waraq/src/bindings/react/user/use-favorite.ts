import type { Blocked } from '../../../user/model/records.ts'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useApp } from '../provider.ts'
import { useUserData } from './provider.ts'
import { favoriteChanges } from './favorite-changes.ts'
import { useVerseMarks } from './use-marks.ts'

export interface Favorite {
  readonly on: boolean
  /** It has not arrived at the service yet, or no account is signed in. */
  readonly pending: boolean
  /** Why it is not delivered: a person has to decide. Null where nothing holds it. */
  readonly blocked: Blocked | null
  /**
   * Wants the opposite of what is shown, and shows it at once: after two quick taps the verse is as it was. Resolves once it is
   * on the disk; where it cannot be kept it rejects, and what was there is shown again. Without user data it does nothing.
   */
  readonly toggle: () => Promise<void>
}

const never = () => () => undefined
const unknown = () => undefined

/** The favorite of a verse. Renders anew with changes of this verse alone. */
export function useFavorite(verseKey: string): Favorite {
  const [app, user] = [useApp(), useUserData()]
  const { favorite } = useVerseMarks(verseKey)
  const changes = user ? favoriteChanges(user) : undefined
  const get = useCallback(() => changes?.get().get(verseKey)?.on, [changes, verseKey])
  const wished = useSyncExternalStore(changes?.subscribe ?? never, get, unknown)
  // A tap that comes before the data is open waits for it.
  const toggle = useCallback(async () => {
    const data = user ?? (await app?.user())
    if (data) await favoriteChanges(data).toggle(verseKey)
  }, [app, user, verseKey])
  return useMemo(
    () => ({
      on: wished ?? favorite !== null,
      pending: wished !== undefined || (favorite?.pending ?? false),
      blocked: favorite?.blocked ?? null,
      toggle,
    }),
    [wished, favorite, toggle],
  )
}
