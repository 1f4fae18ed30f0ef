import type { DropCandidate } from 'waraq'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { NamesState } from '../names/names.ts'
import type { Observable } from '../observable.ts'
import type { Mode } from '../settings/settings.ts'
import type { SettingsValue } from '../settings/settings-store.ts'
import type { UserParts } from '../user/user-parts.ts'
import type { SyncState } from '../sync/sync-state.ts'
import { wordsOf, type Words } from '../words/words.ts'
import { useReader } from './reader-context.ts'

export function useObservable<T>(observable: Observable<T>): T {
  // While the first text is hydrated, too: it was written from the same.
  return useSyncExternalStore(observable.subscribe, observable.get, observable.get)
}

/** What shows what the person keeps; null until it is loaded. */
export function useUserParts(): UserParts | null {
  return useObservable(useReader().user).parts
}

export function useSync(): SyncState {
  return useObservable(useReader().sync.state)
}

/** The resources that would be dropped first if room were needed, after each commit and change of choices. */
export function useDroppable(): readonly DropCandidate[] {
  const { engine } = useReader()
  const { status } = useSync()
  const [droppable, setDroppable] = useState<readonly DropCandidate[]>([])
  const kept = status?.subscriptions.map(({ filter }) => filter).join(';')
  useEffect(() => {
    let isWanted = true
    engine.droppable().then(
      (told) => isWanted && setDroppable(told),
      // The page tells elsewhere what is wrong with the library.
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

/** How verses are read. */
export function useMode(): Mode {
  const { settings } = useReader()
  // Not by `useSettings`, for the same reason as below.
  const get = () => settings.state.get().mode
  return useSyncExternalStore(settings.state.subscribe, get, get)
}

/** All texts of the interface, in the chosen language. */
export function useWords(): Words {
  const { settings } = useReader()
  // Not by `useSettings`: with it, all verses of a chapter would render again whenever a place is remembered.
  const get = () => wordsOf(settings.state.get().spoken)
  return useSyncExternalStore(settings.state.subscribe, get, get)
}

/** The name of the page in the window's title; the reader's own where there is none. */
export function useTitle(title: string | null): void {
  const words = useWords()
  useEffect(() => {
    document.title = title === null ? words.name : words.title(title)
  }, [title, words])
}

/** The time, renewed often enough for lines that count minutes, and as soon as the page is visible again. */
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
