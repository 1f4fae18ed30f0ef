import type { DropCandidate } from 'waraq'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { NamesState } from '../names/names.ts'
import type { Observable } from '../observable.ts'
import type { Mode } from '../settings/settings.ts'
import type { SettingsValue } from '../settings/settings-store.ts'
import type { UserModule } from '../user/user-module.ts'
import type { SyncState } from '../sync/sync-state.ts'
import { wordsOf, type Words } from '../words/words.ts'
import { useReader } from './reader-context.ts'

export function useObservable<T>(observable: Observable<T>): T {
  // The same value is used while the first text is hydrated, because that text was written from it.
  return useSyncExternalStore(observable.subscribe, observable.get, observable.get)
}

/** The components that show the person's own data. Null until they are loaded. */
export function useUserModule(): UserModule | null {
  return useObservable(useReader().user).parts
}

export function useSync(): SyncState {
  return useObservable(useReader().sync.state)
}

/** The resources that would be dropped first if space were needed. Updated after each commit and change of choices. */
export function useDroppable(): readonly DropCandidate[] {
  const { engine } = useReader()
  const { status } = useSync()
  const [droppable, setDroppable] = useState<readonly DropCandidate[]>([])
  const kept = status?.subscriptions.map(({ filter }) => filter).join(';')
  useEffect(() => {
    let isWanted = true
    engine.droppable().then(
      (reported) => isWanted && setDroppable(reported),
      // Another part of the page reports problems of the library.
      () => undefined,
    )
    return () => void (isWanted = false)
  }, [engine, status?.commits, kept])
  return droppable
}

export function useNamesState(): NamesState {
  return useObservable(useReader().names.state)
}

export function useSettings(): SettingsValue {
  return useObservable(useReader().settings.state)
}

const never = () => () => undefined
const taken = () => true
const written = () => false

/** Whether React has taken over the page. False for the first text, which waits for no code. */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(never, taken, written)
}

/** How verses are read. */
export function useMode(): Mode {
  const { settings } = useReader()
  // Does not use `useSettings`, for the same reason as below.
  const get = () => settings.state.get().mode
  return useSyncExternalStore(settings.state.subscribe, get, get)
}

/** All texts of the interface, in the chosen language. */
export function useWords(): Words {
  const { settings } = useReader()
  // Does not use `useSettings`. With it, all verses of a chapter would render again whenever a place is remembered.
  const get = () => wordsOf(settings.state.get().spoken)
  return useSyncExternalStore(settings.state.subscribe, get, get)
}

/** Sets the window's title to the name of the page, or to the reader's own name if the page has none. */
export function useTitle(title: string | null): void {
  const words = useWords()
  useEffect(() => {
    document.title = title === null ? words.name : words.title(title)
  }, [title, words])
}

/** The time in milliseconds, updated often enough for texts that count minutes, and as soon as the page is visible again. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const renew = () => setNow(Date.now())
    const timer = setInterval(renew, everyMs)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [everyMs])
  return now
}
