import type { ResourceKey } from '@waraq/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { useInstalled } from '../ui/use-installed.ts'
import { useSettings } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { chosenOf } from '../reading/shown-translations.ts'
import { playedVerse, playedWord, type PlayerState } from './player-state.ts'

/** One value of the player's state; the component renders again only when that changes. */
export function usePlayer<T extends string | number | boolean | null>(pick: (state: PlayerState) => T): T {
  const { player } = useReader()
  const get = () => pick(player.state.get())
  return useSyncExternalStore(player.state.subscribe, get, get)
}

/** Position of the word that is recited, in the verse that is played; null for words unknown, undefined for other verses. */
export function usePlayedWord(verseKey: string): number | null | undefined {
  const { player } = useReader()
  const get = () => {
    const state = player.state.get()
    return playedVerse(state) === verseKey ? playedWord(state) : undefined
  }
  return useSyncExternalStore(player.state.subscribe, get, get)
}

/** Recitations on this device: those with recordings of verses, which the page can follow, come first. */
export function useRecitations() {
  const byVerse = useInstalled('recitations')
  const byChapter = useInstalled('chapter_recitations')
  return [...byVerse, ...byChapter]
}

/** The recitation that is played and kept: the chosen one, else the first on this device. Null where none is. */
export function useRecitation(): ResourceKey | null {
  const { recitation } = useSettings()
  return chosenOf(recitation, useRecitations())
}

/** Plays the chosen recitation. Null where none is on this device. */
export function usePlay(): ((chapter: number, verseKey?: string) => void) | null {
  const { player } = useReader()
  const chosen = useRecitation()
  const play = useCallback(
    (chapter: number, verseKey?: string) => {
      if (chosen) void player.play(chosen, chapter, verseKey ?? null)
    },
    [player, chosen],
  )
  return chosen ? play : null
}
