import type { ResourceKey } from '@waraq/protocol'
import { segmentsFor, wordAt, type ChapterAudio, type VerseKey } from 'waraq/quran'
import type { RecordingSource } from 'waraq/files'
import type { VerseRange } from '../reading/range/verse-range.ts'
import { chapterOf, numberOf } from '../reading/verse-name.ts'
import type { PlayerProblem } from './player-problem.ts'
import { noRepeat, type Next, type Repeat } from './repeat.ts'

/** What is played and how far it is. Pure; the sound itself is in `audio-player.ts`. */

/** One recording: of a verse, of the basmala before the first one, or of a whole chapter. */
export interface Track {
  /** The verse of the chapter that it is; null for the basmala and the whole chapter. */
  readonly verseKey: string | null
  /** The verse whose file it is; null for the file of the chapter. */
  readonly file: VerseKey | null
}

/** What is known of the recording that is open: where it plays from, and when verses and words are heard in it. */
export type OpenRecording = Pick<RecordingSource, 'isKept' | 'verses' | 'segments'>

export interface PlayerState {
  readonly phase: 'closed' | 'loading' | 'playing' | 'paused' | 'failed'
  readonly recitation: ResourceKey | null
  readonly chapter: number
  readonly tracks: readonly Track[]
  readonly index: number
  /** The verse that the reader asked to begin at; null for the beginning of the chapter, and once they go elsewhere. */
  readonly from: string | null
  /** Null until it is open. */
  readonly recording: OpenRecording | null
  /** Seconds. */
  readonly position: number
  /** Null until it is known. */
  readonly duration: number | null
  readonly problem: PlayerProblem | null
  /** Whether the page scrolls along with the verse that is played. */
  readonly following: boolean
  readonly repeat: Repeat
  /** The verses that the reader has chosen on the page, if they are of one chapter. */
  readonly chosen: VerseRange | null
}

export const closedPlayer: PlayerState = {
  phase: 'closed',
  recitation: null,
  chapter: 0,
  tracks: [],
  index: 0,
  from: null,
  recording: null,
  position: 0,
  duration: null,
  problem: null,
  following: true,
  repeat: noRepeat,
  chosen: null,
}

export type PlayerEvent =
  | { readonly is: 'asked'; readonly recitation: ResourceKey; readonly chapter: number }
  | { readonly is: 'found'; readonly tracks: readonly Track[]; readonly from: string | null }
  | { readonly is: 'went'; readonly index: number }
  | { readonly is: 'opened'; readonly recording: OpenRecording }
  | { readonly is: 'played' }
  | { readonly is: 'paused' }
  | { readonly is: 'moved'; readonly position: number; readonly duration: number | null }
  | { readonly is: 'failed'; readonly problem: PlayerProblem }
  /** The device has a connection again. */
  | { readonly is: 'online' }
  | { readonly is: 'followed'; readonly following: boolean }
  | { readonly is: 'repeated'; readonly repeat: Repeat }
  | { readonly is: 'chosen'; readonly chosen: VerseRange | null }
  | { readonly is: 'closed' }

/** The recordings of a chapter: verse by verse where there are any, because the page can follow those; else the whole. */
export function tracksOf(audio: ChapterAudio | undefined): Track[] {
  if (!audio) return []
  const { verses, basmala, url } = audio
  if (verses.length === 0) return url === null ? [] : [{ verseKey: null, file: null }]
  const before = basmala ? [{ verseKey: null, file: basmala.verseKey }] : []
  return [...before, ...verses.map(({ verseKey }) => ({ verseKey, file: verseKey }))]
}

const fromItsBeginning = { from: null, recording: null, position: 0, duration: null, problem: null } as const

/** Events that the page has without a sound, too. */
const ofThePage: readonly PlayerEvent['is'][] = ['asked', 'followed', 'chosen']

/** Verses of another chapter cannot be repeated in this one. */
function repeatIn(chapter: number, { repeat }: PlayerState): Repeat {
  const isElsewhere = repeat.range && chapterOf(repeat.range.from) !== chapter
  return isElsewhere ? { ...noRepeat, times: repeat.times } : { ...repeat, played: 0 }
}

export function afterEvent(state: PlayerState, event: PlayerEvent): PlayerState {
  // Late events of a sound that was ended change nothing.
  if (state.phase === 'closed' && !ofThePage.includes(event.is)) return state
  switch (event.is) {
    case 'asked': {
      const { recitation, chapter } = event
      const { following, chosen } = state
      const repeat = repeatIn(chapter, state)
      return { ...closedPlayer, following, chosen, repeat, phase: 'loading', recitation, chapter }
    }
    case 'found': {
      const { tracks, from } = event
      if (tracks.length === 0) return { ...state, phase: 'failed', problem: { is: 'nothing_here' } }
      const index = tracks.findIndex(({ verseKey }) => verseKey === from)
      return { ...state, ...fromItsBeginning, tracks, index: Math.max(index, 0), from }
    }
    case 'went': {
      if (!state.tracks[event.index]) return state
      return { ...state, ...fromItsBeginning, phase: 'loading', index: event.index }
    }
    case 'opened':
      return { ...state, recording: event.recording }
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
    case 'online':
      // No sound begins by itself: a press of Play opens the recording again.
      return state.problem?.is === 'not_here' ? { ...state, problem: null } : state
    case 'followed':
      return { ...state, following: event.following }
    case 'repeated':
      return { ...state, repeat: event.repeat }
    case 'chosen':
      return { ...state, chosen: event.chosen }
    case 'closed':
      return { ...closedPlayer, following: state.following, chosen: state.chosen }
  }
}

/** The verse that is played or comes next; null where that is not known. */
export function playedVerse({ phase, tracks, index, recording, position }: PlayerState): string | null {
  if (phase === 'closed') return null
  const span = recording && wordAt(recording.verses, position * 1000)
  return tracks[index]?.verseKey ?? span?.verseKey ?? null
}

/**
 * Whether verses are told apart: each has a recording, or the open one says when they are heard. Otherwise neither a verse nor a range
 * can be repeated or followed. True until that is known.
 */
export function tellsVerses({ tracks, recording }: Pick<PlayerState, 'tracks' | 'recording'>): boolean {
  return !recording || recording.verses.length > 0 || tracks.some(({ verseKey }) => verseKey !== null)
}

/** Seconds for which the player says that it began elsewhere: after them, the reader has heard where it is. */
const toldFor = 15

/**
 * The verse that the reader asked for and that this recording cannot begin at, because nothing tells when it is heard; null where that
 * is known, and once the recording has played on.
 */
export function verseNotFound({ tracks, index, recording, position, from }: PlayerState): string | null {
  if (!recording || from === null || numberOf(from) === 1 || position >= toldFor) return null
  const isKnown =
    tracks[index]?.verseKey === from || recording.verses.some(({ verseKey }) => verseKey === from)
  return isKnown ? null : from
}

/** A word that is recited, or a few that the recording does not tell apart. */
export type PlayedWords = OpenRecording['segments'][number]

function wordsNow({ phase, recording, position }: PlayerState): PlayedWords | null {
  if (phase !== 'playing' || !recording) return null
  return wordAt(recording.segments, position * 1000) ?? null
}

/**
 * What is recited now of a verse of so many words; null where that is not known, or the recording counts its words otherwise. `words` is
 * null if their number is unknown.
 */
export function playedWords(state: PlayerState, words: number | null): PlayedWords | null {
  const now = wordsNow(state)
  if (words === null) return now
  const ofVerse = state.recording?.segments.filter(({ verseKey }) => verseKey === now?.verseKey) ?? []
  return segmentsFor(ofVerse, words).length > 0 ? now : null
}

/** Whether the word at a position of its verse is one of those that are heard. */
export function isHeard(position: number, { word, lastWord }: PlayedWords): boolean {
  return position >= word && position <= lastWord
}

/** Whether another verse or word is heard at this second than at the position that is known. */
export function isAtOtherWord(state: PlayerState, position: number): boolean {
  const then = { ...state, position }
  return wordsNow(then) !== wordsNow(state) || playedVerse(then) !== playedVerse(state)
}

/** Where another verse begins: in a recording of its own, or at a second of the open one. Null where there is none. */
export type VerseStart = { readonly index: number } | { readonly seconds: number } | null

/** The verse after the one that is played, by 1, or the one before, by -1. */
export function stepTo({ tracks, index, recording, position }: PlayerState, by: 1 | -1): VerseStart {
  if (tracks[index + by]) return { index: index + by }
  const starts = (recording?.verses ?? []).map(({ startMs }) => startMs / 1000).sort((a, b) => a - b)
  const seconds = starts[starts.findLastIndex((start) => start <= position) + by]
  return seconds === undefined ? null : { seconds }
}

/** The second at which a verse begins in the open recording; 0 where that is not known. */
export function startOf({ verses }: OpenRecording, verseKey: string | null): number {
  return (verses.find((span) => span.verseKey === verseKey)?.startMs ?? 0) / 1000
}

/** Where a verse of the chapter begins; without a verse, where the chapter does. */
export function placeOf(
  { tracks, recording }: PlayerState,
  verseKey: string | null,
): NonNullable<VerseStart> {
  const index = tracks.findIndex((track) => track.verseKey === verseKey)
  if (tracks.length > 1) return { index: Math.max(index, 0) }
  return { seconds: recording ? startOf(recording, verseKey) : 0 }
}

/** The recording that comes next, if that is another one. */
export function trackAfter(state: PlayerState, next: Next): Track | undefined {
  const { tracks, index } = state
  if (next.is === 'next_verse') return tracks[index + 1]
  const start = next.is === 'again' ? placeOf(state, next.from) : null
  return start && 'index' in start && start.index !== index ? tracks[start.index] : undefined
}

/** The verse that ends between the known position and this second, in a recording of several. */
export function verseEnded(state: PlayerState, position: number): string | null {
  const { phase, tracks, index } = state
  if (phase !== 'playing' || tracks[index]?.file !== null || position <= state.position) return null
  const before = playedVerse(state)
  return before === playedVerse({ ...state, position }) ? null : before
}

/** "1:05". */
export function timeShown(seconds: number, number: (value: number) => string): string {
  const whole = Math.floor(seconds)
  const rest = whole % 60
  return `${number(Math.floor(whole / 60))}:${rest < 10 ? number(0) : ''}${number(rest)}`
}
