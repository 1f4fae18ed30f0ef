import type { ResourceKey } from '@waraq/protocol'
import { useCallback, useSyncExternalStore } from 'react'
import { useInstalled } from '../ui/use-installed.ts'
import { useSettings } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { chosenOf } from '../reading/shown-translations.ts'
import { playedVerse, playedWords, type PlayedWords, type PlayerState } from './player-state.ts'

/** Returns one value of the player's state. The component only renders again when that value changes. */
export function usePlayer<T extends string | number | boolean | null>(pick: (state: PlayerState) => T): T {
  const { player } = useReader()
  const get = () => pick(player.state.get())
  return useSyncExternalStore(player.state.subscribe, get, get)
}

/**
 * The words being recited in a verse of `words` words (null if their number is unknown). Null if the recited words are not
 * known, undefined if the verse is not being played.
 */
export function usePlayedWords(verseKey: string, words: number | null): PlayedWords | null | undefined {
  const { player } = useReader()
  const get = () => {
    const state = player.state.get()
    return playedVerse(state) === verseKey ? playedWords(state, words) : undefined
  }
  return useSyncExternalStore(player.state.subscribe, get, get)
}

/** Recitations on this device. Those with recordings of verses come first, because the page can follow them. */
export function useRecitations() {
  const byVerse = useInstalled('recitations')
  const byChapter = useInstalled('chapter_recitations')
  return [...byVerse, ...byChapter]
}

/** The recitation that is played and kept: the chosen one, or else the first on this device. Null if there is none. */
export function useRecitation(): ResourceKey | null {
  const { recitation } = useSettings()
  return chosenOf(recitation, useRecitations())
}

/** Returns a function that plays the chosen recitation. Null if none is on this device. */
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
