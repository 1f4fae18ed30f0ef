import type { ResourceKey } from '@waraq/protocol'
import { useCallback, useSyncExternalStore } from 'react'
import { useInstalled } from '../ui/use-installed.ts'
import { useSettings } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { chosenOf } from '../reading/shown-translations.ts'
import { playedVerse, playedWords, type PlayedWords, type PlayerState } from './player-state.ts'

/** One value of the player's state; the component renders again only when that changes. */
export function usePlayer<T extends string | number | boolean | null>(pick: (state: PlayerState) => T): T {
  const { player } = useReader()
  const get = () => pick(player.state.get())
  return useSyncExternalStore(player.state.subscribe, get, get)
}

/** What is recited of a verse of so many words, or null where their number is not known; null for words unknown, undefined for verses that are not played. */
export function usePlayedWords(verseKey: string, words: number | null): PlayedWords | null | undefined {
  const { player } = useReader()
  const get = () => {
    const state = player.state.get()
    return playedVerse(state) === verseKey ? playedWords(state, words) : undefined
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
