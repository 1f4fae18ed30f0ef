import type { ResourceKey } from '@waraq/contract'
import type { AudioSegment, ChapterAudio } from '@waraq/reader'

/** What is played and how far it is. Pure; the sound itself is in `audio-player.ts`. */

/** One recording: of a verse, or of a whole chapter. */
export interface Track {
  /** Null for the whole chapter. */
  readonly verseKey: string | null
  /** The address as received. */
  readonly url: string
  readonly segments: readonly AudioSegment[]
}

export type PlayerProblem =
  /** The reader's settings name no host of recordings. */
  | { readonly is: 'not_set_up' }
  /** The recitation has nothing of the chapter. */
  | { readonly is: 'nothing_here' }
  | { readonly is: 'not_admitted'; readonly host: string }
  /** The host does not answer, or not with a sound. */
  | { readonly is: 'unplayable'; readonly host: string }
  /** The browser lets a sound begin only when the reader presses a button. */
  | { readonly is: 'press_play' }

export interface PlayerState {
  readonly phase: 'closed' | 'loading' | 'playing' | 'paused' | 'failed'
  readonly recitation: ResourceKey | null
  readonly chapter: number
  readonly tracks: readonly Track[]
  readonly index: number
  /** Seconds. */
  readonly position: number
  /** Null until it is known. */
  readonly duration: number | null
  readonly problem: PlayerProblem | null
  /** Whether the page scrolls along with the verse that is played. */
  readonly following: boolean
}

export const closedPlayer: PlayerState = {
  phase: 'closed',
  recitation: null,
  chapter: 0,
  tracks: [],
  index: 0,
  position: 0,
  duration: null,
  problem: null,
  following: true,
}

export type PlayerEvent =
  | { readonly is: 'asked'; readonly recitation: ResourceKey; readonly chapter: number }
  | { readonly is: 'found'; readonly tracks: readonly Track[]; readonly from: string | null }
  | { readonly is: 'went'; readonly index: number }
  | { readonly is: 'played' }
  | { readonly is: 'paused' }
  | { readonly is: 'moved'; readonly position: number; readonly duration: number | null }
  | { readonly is: 'failed'; readonly problem: PlayerProblem }
  | { readonly is: 'followed'; readonly following: boolean }
  | { readonly is: 'closed' }

/** The recordings of a chapter: verse by verse where there are any, because the page can follow those; else the whole. */
export function tracksOf(audio: ChapterAudio | undefined): Track[] {
  if (!audio) return []
  if (audio.verses.length > 0) {
    return audio.verses.map(({ verseKey, url, segments }) => ({ verseKey, url, segments }))
  }
  return audio.url === null ? [] : [{ verseKey: null, url: audio.url, segments: [] }]
}

const fromItsBeginning = { position: 0, duration: null, problem: null } as const

export function afterEvent(state: PlayerState, event: PlayerEvent): PlayerState {
  // Late events of a sound that was ended change nothing.
  if (state.phase === 'closed' && event.is !== 'asked' && event.is !== 'followed') return state
  switch (event.is) {
    case 'asked': {
      const { recitation, chapter } = event
      return { ...closedPlayer, following: state.following, phase: 'loading', recitation, chapter }
    }
    case 'found': {
      const { tracks, from } = event
      if (tracks.length === 0) return { ...state, phase: 'failed', problem: { is: 'nothing_here' } }
      const index = tracks.findIndex(({ verseKey }) => verseKey === from)
      return { ...state, ...fromItsBeginning, tracks, index: Math.max(index, 0) }
    }
    case 'went': {
      if (!state.tracks[event.index]) return state
      return { ...state, ...fromItsBeginning, phase: 'loading', index: event.index }
    }
    case 'played':
      return { ...state, phase: 'playing', problem: null }
    case 'paused':
      return state.phase === 'failed' ? state : { ...state, phase: 'paused' }
    case 'moved':
      return { ...state, position: event.position, duration: event.duration }
    case 'failed':
      return {
        ...state,
        phase: event.problem.is === 'press_play' ? 'paused' : 'failed',
        problem: event.problem,
      }
    case 'followed':
      return { ...state, following: event.following }
    case 'closed':
      return { ...closedPlayer, following: state.following }
  }
}

/** The verse that is played or comes next; null where that is not known. */
export function playedVerse({ phase, tracks, index }: PlayerState): string | null {
  return phase === 'closed' ? null : (tracks[index]?.verseKey ?? null)
}

/** Position in its verse of the word that is recited now; null where that is not known. */
export function playedWord({ phase, tracks, index, position }: PlayerState): number | null {
  if (phase !== 'playing') return null
  const ms = position * 1000
  const segment = tracks[index]?.segments.find(({ startMs, endMs }) => startMs <= ms && ms < endMs)
  return segment?.word ?? null
}

/** "1:05". */
export function timeShown(seconds: number, number: (value: number) => string): string {
  const whole = Math.floor(seconds)
  const rest = whole % 60
  return `${number(Math.floor(whole / 60))}:${rest < 10 ? number(0) : ''}${number(rest)}`
}
